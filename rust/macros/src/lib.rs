//! One text, two classes: [`twins!`] writes a Godot class for 2D and its twin for 3D.
//!
//! Godot classes can be neither generic nor inherit from each other in Rust, so the twins would otherwise be two copies
//! of the same shell. Inside `twins! { … }` the 2D class is written, and the 3D one is made from it by four rules:
//!
//! * a class of ours gets the suffix `3D`; `Vector2` becomes `Vector3`, `Node2D` `Node3D` (in doc comments too);
//! * the path segment `dim` becomes `d2` or `d3`, the two modules with what the engine names differently;
//! * `pick!({ a } { b })` is `a` in 2D and `b` in 3D; `{a|b}` does the same inside a doc comment;
//! * a field `#[prop(rule)] name: Type` becomes a property whose getter and setter go through the class's own
//!   `peek`, `poke`, `accepted` and `refused`; `rule` checks what comes in (see `checks` in the Godot layer).
//!   `#[prop(rule, in part)]` keeps the value in the field `part` of the state.

use proc_macro::{Delimiter, Group, Ident, Literal, TokenStream, TokenTree};

/// Whole words that are renamed in the 3D twin.
const RENAMED: &[(&str, &str)] = &[
    ("EnemyPerception", "EnemyPerception3D"),
    ("EnemyMemory", "EnemyMemory3D"),
    ("NoiseEmitter", "NoiseEmitter3D"),
    ("FootstepEmitter", "FootstepEmitter3D"),
    ("StealthTarget", "StealthTarget3D"),
    ("EnemySenses", "EnemySenses3D"),
    ("SensesProfile", "SensesProfile3D"),
    ("EnemySearch", "EnemySearch3D"),
    ("DetectionMeter", "DetectionMeter3D"),
    ("Vector2", "Vector3"),
    ("Node2D", "Node3D"),
    ("INode2D", "INode3D"),
    ("NavigationAgent2D", "NavigationAgent3D"),
    ("TileMapLayer", "GridMap"),
    ("d2", "d3"),
];

/// Writes the items inside twice, once for 2D and once for 3D; see the crate's page for the rules.
#[proc_macro]
pub fn twins(input: TokenStream) -> TokenStream {
    let mut both = TokenStream::new();
    for spatial in [false, true] {
        let renamed = rename(input.clone(), spatial);
        both.extend(with_accessors(renamed));
    }
    both
}

fn rename(input: TokenStream, spatial: bool) -> TokenStream {
    let mut out = TokenStream::new();
    let mut tokens = input.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Ident(word) => {
                let name = word.to_string();
                let bang = matches!(tokens.peek(), Some(TokenTree::Punct(p)) if p.as_char() == '!');
                if name == "pick" && bang {
                    tokens.next();
                    out.extend(picked(tokens.next(), spatial));
                } else if name == "dim" {
                    let module = if spatial { "d3" } else { "d2" };
                    out.extend([TokenTree::Ident(Ident::new(module, word.span()))]);
                } else {
                    let name = renamed_word(&name, spatial);
                    out.extend([TokenTree::Ident(Ident::new(name, word.span()))]);
                }
            }
            TokenTree::Group(group) => {
                let inner = match doc_text(&group) {
                    Some(text) => doc_attribute(&text, spatial),
                    None => rename(group.stream(), spatial),
                };
                let mut renamed = Group::new(group.delimiter(), inner);
                renamed.set_span(group.span());
                out.extend([TokenTree::Group(renamed)]);
            }
            other => out.extend([other]),
        }
    }
    out
}

fn renamed_word(word: &str, spatial: bool) -> &str {
    let twin = RENAMED.iter().find(|(flat, _)| spatial && *flat == word);
    twin.map_or(word, |(_, solid)| solid)
}

/// The branch of `pick!({ 2D } { 3D })` that is meant.
fn picked(group: Option<TokenTree>, spatial: bool) -> TokenStream {
    let Some(TokenTree::Group(group)) = group else {
        return error("pick! wants ({ 2D } { 3D })");
    };
    let branches: Vec<TokenStream> = (group.stream().into_iter())
        .filter_map(|token| match token {
            TokenTree::Group(branch) if branch.delimiter() == Delimiter::Brace => Some(branch.stream()),
            _ => None,
        })
        .collect();
    match <[TokenStream; 2]>::try_from(branches) {
        Ok([flat, solid]) => rename(if spatial { solid } else { flat }, spatial),
        Err(_) => error("pick! wants exactly two branches in braces: ({ 2D } { 3D })"),
    }
}

/// The text of a `doc = "…"` attribute, if that is what the brackets hold.
fn doc_text(group: &Group) -> Option<String> {
    if group.delimiter() != Delimiter::Bracket {
        return None;
    }
    let tokens: Vec<TokenTree> = group.stream().into_iter().collect();
    let [
        TokenTree::Ident(name),
        TokenTree::Punct(_),
        TokenTree::Literal(text),
    ] = tokens.as_slice()
    else {
        return None;
    };
    (name.to_string() == "doc").then(|| unquoted(&text.to_string()))
}

fn unquoted(literal: &str) -> String {
    if let Some(raw) = literal.strip_prefix('r') {
        return raw.trim_matches('#').trim_matches('"').to_owned();
    }
    let inner = &literal[1..literal.len() - 1];
    let mut text = String::new();
    let mut chars = inner.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some('n') => text.push('\n'),
                Some('t') => text.push('\t'),
                Some(other) => text.push(other),
                None => {}
            },
            c => text.push(c),
        }
    }
    text
}

fn doc_attribute(text: &str, spatial: bool) -> TokenStream {
    let text = renamed_text(&picked_text(text, spatial), spatial);
    let mut out: TokenStream = "doc =".parse().unwrap_or_default();
    out.extend([TokenTree::Literal(Literal::string(&text))]);
    out
}

/// Resolves `{a|b}` in a doc comment.
fn picked_text(text: &str, spatial: bool) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        let Some((choice, tail)) = after.split_once('}') else {
            break;
        };
        out.push_str(before);
        match choice.split_once('|') {
            Some((flat, solid)) => out.push_str(if spatial { solid } else { flat }),
            None => {
                out.push('{');
                out.push_str(choice);
                out.push('}');
            }
        }
        rest = tail;
    }
    out.push_str(rest);
    out
}

fn renamed_text(text: &str, spatial: bool) -> String {
    let mut out = String::new();
    let mut word = String::new();
    for c in text.chars().chain([' ']) {
        if c.is_alphanumeric() || c == '_' {
            word.push(c);
        } else {
            out.push_str(renamed_word(&word, spatial));
            word.clear();
            out.push(c);
        }
    }
    out.pop();
    out
}

fn error(message: &str) -> TokenStream {
    format!("compile_error!({message:?});")
        .parse()
        .unwrap_or_default()
}

/// A `#[prop(rule)]` field.
struct Prop {
    rule: String,
    name: String,
    kind: String,
}

/// Turns `#[prop]` fields into properties and adds their accessors to the `#[godot_api] impl` that follows.
fn with_accessors(input: TokenStream) -> TokenStream {
    let mut props = Vec::new();
    let tokens: Vec<TokenTree> = input.into_iter().collect();
    let mut out = TokenStream::new();
    let mut in_struct = false;
    let mut inherent_api = false;
    let mut words_of_impl: Vec<String> = Vec::new();
    for token in tokens {
        match &token {
            TokenTree::Ident(word) => {
                let word = word.to_string();
                in_struct |= word == "struct";
                if word == "impl" {
                    words_of_impl.clear();
                }
                words_of_impl.push(word);
            }
            TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket => {
                inherent_api = group.stream().to_string() == "godot_api" || (inherent_api && !in_struct);
            }
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                let body = if in_struct {
                    in_struct = false;
                    fields(group.stream(), &mut props)
                } else if inherent_api && !words_of_impl.iter().any(|w| w == "for") {
                    inherent_api = false;
                    let mut body = group.stream();
                    body.extend(props.drain(..).flat_map(|prop| accessors(&prop)));
                    body
                } else {
                    inherent_api = false;
                    group.stream()
                };
                let mut renewed = Group::new(Delimiter::Brace, body);
                renewed.set_span(group.span());
                out.extend([TokenTree::Group(renewed)]);
                words_of_impl.clear();
                continue;
            }
            _ => {}
        }
        out.extend([token]);
    }
    out
}

/// The fields of a struct, `#[prop(rule)] name: Type` rewritten.
fn fields(input: TokenStream, props: &mut Vec<Prop>) -> TokenStream {
    let mut out = TokenStream::new();
    let mut pending: Option<String> = None;
    let mut tokens = input.into_iter().peekable();
    while let Some(token) = tokens.next() {
        if let TokenTree::Punct(hash) = &token
            && hash.as_char() == '#'
            && let Some(TokenTree::Group(group)) = tokens.peek()
            && let Some(rule) = prop_rule(group)
        {
            pending = Some(rule);
            tokens.next();
            continue;
        }
        let TokenTree::Ident(name) = &token else {
            out.extend([token]);
            continue;
        };
        let colon = matches!(tokens.peek(), Some(TokenTree::Punct(p)) if p.as_char() == ':');
        let Some(rule) = pending.take_if(|_| colon) else {
            out.extend([token]);
            continue;
        };
        tokens.next();
        let mut kind = TokenStream::new();
        let mut depth = 0;
        while let Some(next) = tokens.peek() {
            if let TokenTree::Punct(p) = next {
                match p.as_char() {
                    ',' if depth == 0 => break,
                    '<' => depth += 1,
                    '>' => depth -= 1,
                    _ => {}
                }
            }
            kind.extend(tokens.next());
        }
        let (name, kind) = (name.to_string(), kind.to_string());
        let field = format!("#[var(get = get_{name}, set = set_{name})] {name}: PhantomVar<{kind}>");
        out.extend(
            field
                .parse()
                .unwrap_or_else(|_| error("a #[prop] that cannot be read")),
        );
        props.push(Prop { rule, name, kind });
    }
    out
}

fn prop_rule(attribute: &Group) -> Option<String> {
    let tokens: Vec<TokenTree> = attribute.stream().into_iter().collect();
    match tokens.as_slice() {
        [TokenTree::Ident(name), TokenTree::Group(rule)] if name.to_string() == "prop" => {
            Some(rule.stream().to_string())
        }
        _ => None,
    }
}

fn accessors(Prop { rule, name, kind }: &Prop) -> TokenStream {
    let (rule, place) = match rule.rsplit_once(", in ") {
        Some((rule, part)) => (rule, format!("{}.{name}", part.trim())),
        None => (rule.as_str(), name.clone()),
    };
    let text = format!(
        "#[func] fn get_{name}(&self) -> {kind} {{ self.peek(|s| crate::checks::Shown::shown(&s.{place})) }}
         #[func] fn set_{name}(&mut self, value: {kind}) {{
             let rule = {rule};
             match rule(value) {{
                 Ok(value) => {{ self.poke(|s| s.{place} = value); self.accepted(\"{name}\"); }}
                 Err(refusal) => self.refused(\"{name}\", &refusal),
             }}
         }}"
    );
    text.parse()
        .unwrap_or_else(|_| error("a #[prop] whose accessors cannot be written"))
}
