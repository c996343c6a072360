//! The enemies of the README: its scripts, made into scenes as its steps say.

use std::{fs, path::Path};

use anyhow::{Context, Result, ensure};

use crate::project;

/// The scripts for an enemy's body, in their order.
pub fn enemies() -> Result<Vec<String>> {
    let text = project::read(&project::root().join("README.md"))?;
    let enemies = bodies(&text);
    ensure!(!enemies.is_empty(), "the README has no script for an enemy");
    Ok(enemies)
}

fn bodies(text: &str) -> Vec<String> {
    let mut blocks = scripts(text);
    blocks.retain(|script| script.starts_with("extends CharacterBody2D\n"));
    blocks
}

/// The blocks of GDScript in a page.
fn scripts(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut block: Option<String> = None;
    for line in text.lines() {
        match &mut block {
            None if line.trim() == "```gdscript" => block = Some(String::new()),
            None => {}
            Some(script) if line.trim() == "```" => {
                found.push(std::mem::take(script));
                block = None;
            }
            Some(script) => {
                script.push_str(line);
                script.push('\n');
            }
        }
    }
    found
}

/// Writes each script with a scene of its own: a body with a shape and the children that the script asks for by name.
pub fn write_scenes(scripts: &[String], folder: &Path) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    for (number, script) in scripts.iter().enumerate() {
        let write = |extension: &str, text: &str| {
            let file = folder.join(format!("enemy_{number}.{extension}"));
            fs::write(&file, text).with_context(|| format!("cannot write {}", file.display()))
        };
        write("gd", script)?;
        write("tscn", &scene(number, script))?;
    }
    Ok(())
}

fn scene(number: usize, script: &str) -> String {
    let mut text = format!(
        "[gd_scene format=3]\n\n[ext_resource type=\"Script\" path=\"res://readme/enemy_{number}.gd\" id=\"1\"]\n\n\
         [sub_resource type=\"CircleShape2D\" id=\"shape\"]\n\n\
         [node name=\"Enemy\" type=\"CharacterBody2D\" groups=[\"enemies\"]]\nscript = ExtResource(\"1\")\n\n\
         [node name=\"Shape\" type=\"CollisionShape2D\" parent=\".\"]\nshape = SubResource(\"shape\")\n"
    );
    for child in children(script) {
        text += &format!("\n[node name=\"{child}\" type=\"{child}\" parent=\".\"]\n");
    }
    text
}

/// What a script asks for as `$Name`: nodes that are named after their class.
fn children(script: &str) -> Vec<&str> {
    let mut names = Vec::new();
    for after in script.split('$').skip(1) {
        let end = after
            .find(|c: char| !c.is_ascii_alphanumeric())
            .unwrap_or(after.len());
        if end > 0 && !names.contains(&&after[..end]) {
            names.push(&after[..end]);
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn enemies_are_bodies_on_the_plane() {
        let page = "a\n```gdscript\nextends CharacterBody2D\nvar a\n```\n```\ncargo\n```\n\
                    ```gdscript\nextends Node\n```\n";
        assert_eq!(bodies(page), ["extends CharacterBody2D\nvar a\n"]);
        assert!(enemies().unwrap().len() >= 2, "the README's two");
    }

    #[test]
    fn an_enemy_gets_the_children_it_asks_for() {
        let script = "@onready var a := $EnemyPerception\n@onready var b := $EnemySearch\nvar c := $EnemyPerception.x\n";
        assert_eq!(children(script), ["EnemyPerception", "EnemySearch"]);
        let text = scene(0, script);
        assert!(text.contains("[node name=\"EnemySearch\" type=\"EnemySearch\" parent=\".\"]"));
    }
}
