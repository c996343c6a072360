//! The curve of an enemy's awareness, with what happened on it.

use std::collections::VecDeque;

use enemy_senses_core::Vec3;
use godot::classes::{Control, IControl, ThemeDb};
use godot::prelude::*;

use crate::paint::Picture;

/// How many seconds are shown.
pub const SECONDS: f64 = 30.0;

/// How many rows of labels there are.
const ROWS: usize = 5;

const COLORS: [Color; 3] = [
    Color::from_rgb(0.6, 0.85, 1.0),
    Color::from_rgb(1.0, 0.85, 0.25),
    Color::from_rgb(1.0, 0.4, 0.3),
];

/// One moment of the selected enemy.
#[derive(Debug, Clone, Default)]
pub struct Moment {
    /// Game time, seconds.
    pub time: f64,
    /// 0..1.
    pub awareness: f64,
    /// 0..2.
    pub level: usize,
    /// Confidence per second from sight.
    pub gain: f64,
    /// What happened.
    pub marks: Vec<String>,
}

/// Shows the last 30 seconds.
#[derive(GodotClass)]
#[class(base = Control, init, tool, internal, rename = EditorSensesCurve)]
pub struct SensesCurve {
    moments: VecDeque<Moment>,
    thresholds: [f64; 2],
    base: Base<Control>,
}

impl SensesCurve {
    /// Forgets all.
    pub fn clear(&mut self) {
        self.moments.clear();
        self.base_mut().queue_redraw();
    }

    /// One more moment.
    pub fn add(&mut self, moment: Moment, thresholds: [f64; 2]) {
        if self.moments.back().is_some_and(|last| moment.time < last.time) {
            // Another run.
            self.moments.clear();
        }
        let oldest = moment.time - SECONDS;
        while self.moments.front().is_some_and(|first| first.time < oldest) {
            self.moments.pop_front();
        }
        self.moments.push_back(moment);
        self.thresholds = thresholds;
        self.base_mut().queue_redraw();
    }

    /// How many moments there are.
    pub fn len(&self) -> usize {
        self.moments.len()
    }
}

#[godot_api]
impl IControl for SensesCurve {
    fn get_minimum_size(&self) -> Vector2 {
        Vector2::new(240.0, 120.0)
    }

    fn draw(&mut self) {
        let size = self.base().get_size();
        let Some(font) = ThemeDb::singleton().get_fallback_font() else {
            return;
        };
        let (left, top, right, bottom) = (30.0, 10.0, size.x - 10.0, size.y - 20.0);
        if right - left < 20.0 || bottom - top < 20.0 {
            return;
        }
        let now = self.moments.back().map_or(0.0, |moment| moment.time);
        let x = |time: f64| right - ((now - time) / SECONDS) as f32 * (right - left);
        let y = |value: f64| bottom - value.clamp(0.0, 1.0) as f32 * (bottom - top);
        let at = |x: f32, y: f32| Vec3::new(x, y, 0.0);
        let grey = Color::from_rgba(0.6, 0.6, 0.65, 0.25);
        let mut picture = Picture::default();
        for value in [0.0, 0.5, 1.0] {
            picture.line(at(left, y(value)), at(right, y(value)), grey);
        }
        for second in (0..=SECONDS as i32).step_by(5) {
            let x = x(now - f64::from(second));
            picture.line(at(x, top), at(x, bottom), grey);
        }
        for (threshold, color) in self.thresholds.iter().zip([COLORS[1], COLORS[2]]) {
            if (0.0..=1.0).contains(threshold) && *threshold > 0.0 {
                picture.line(
                    at(left, y(*threshold)),
                    at(right, y(*threshold)),
                    color.with_alpha(0.6),
                );
            }
        }
        let most = self
            .moments
            .iter()
            .map(|moment| moment.gain)
            .filter(|gain| gain.is_finite())
            .fold(1.0, f64::max);
        for (one, other) in self.moments.iter().zip(self.moments.iter().skip(1)) {
            let color = COLORS[other.level.min(2)];
            let (a, b) = (
                at(x(one.time), y(one.awareness)),
                at(x(other.time), y(other.awareness)),
            );
            let floor = |v: Vec3| at(v.x, bottom);
            picture.triangle([a, b, floor(a)], [color.with_alpha(0.15); 3]);
            picture.triangle([b, floor(a), floor(b)], [color.with_alpha(0.15); 3]);
            picture.line(a, b, color);
            let gain = |moment: &Moment| at(x(moment.time), y(moment.gain.min(most) / most));
            if one.gain > 0.0 || other.gain > 0.0 {
                picture.line(gain(one), gain(other), Color::from_rgba(0.4, 1.0, 0.5, 0.7));
            }
        }
        let marked = self.moments.iter().filter(|moment| !moment.marks.is_empty());
        let marks: Vec<(f32, String)> = marked.map(|m| (x(m.time), m.marks.join(", "))).collect();
        for (x, _) in &marks {
            picture.line(at(*x, top), at(*x, bottom), Color::from_rgba(0.8, 0.8, 1.0, 0.6));
        }
        picture.add_to_canvas(self.base().get_canvas_item(), 1.5);
        let text = Color::from_rgba(0.85, 0.85, 0.9, 0.9);
        let base = self.base_mut();
        let write = |place: Vector2, words: &str, color: Color| {
            base.draw_string_ex(&font, place, words)
                .font_size(11)
                .modulate(color)
                .done();
        };
        for value in [0.0, 0.5, 1.0] {
            write(Vector2::new(4.0, y(value) + 4.0), &format!("{value:.1}"), text);
        }
        for second in (0..=SECONDS as i32).step_by(10) {
            let place = Vector2::new(x(now - f64::from(second)) - 14.0, size.y - 4.0);
            write(place, &format!("-{second} s"), text);
        }
        drop(base);
        let base = self.base_mut();
        // Each label in the first row that has room for it; what has none is in the list below the curve.
        let mut rows = [f32::NEG_INFINITY; ROWS];
        for (x, words) in &marks {
            let words = words.as_str();
            let width = font.get_string_size_ex(words).font_size(10).done().x;
            // Near the right edge the text stands on the left of its mark.
            let left = if x + 3.0 + width > right {
                x - width - 3.0
            } else {
                x + 3.0
            };
            let Some(row) = rows.iter().position(|end| *end < left) else {
                continue;
            };
            rows[row] = left + width + 6.0;
            let place = Vector2::new(left, top + 10.0 + 12.0 * row as f32);
            base.draw_string_ex(&font, place, words)
                .font_size(10)
                .modulate(Color::from_rgba(0.8, 0.85, 1.0, 0.9))
                .done();
        }
    }
}
