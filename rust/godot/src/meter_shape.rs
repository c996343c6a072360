//! The shapes of a detection meter: a bar, an eye, a mark. In a square of size 1 round the middle, y down.

use std::f32::consts::{FRAC_PI_2, PI, TAU};

use glam::Vec2;
use godot::prelude::*;

use crate::paint::Picture;

/// The colours of a meter.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Colors {
    /// Of what is filled, by level.
    pub levels: [Color; 3],
    /// Of what is not filled.
    pub background: Color,
    /// Round it.
    pub outline: Color,
}

/// What a meter shows.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Face {
    /// Bar, eye or mark.
    pub style: i64,
    /// 0..1.
    pub value: f32,
    /// 0..2.
    pub level: usize,
    /// Its colours.
    pub colors: Colors,
}

/// How thick an outline is.
const EDGE: f32 = 0.045;

impl Face {
    /// Draws it; `place` says where a point of the unit square is.
    pub fn draw(&self, place: impl Fn(Vec2) -> enemy_senses_core::Vec3) -> Picture {
        let mut pen = Pen {
            picture: Picture::default(),
            place,
        };
        match self.style {
            crate::meter::EYE => self.eye(&mut pen),
            crate::meter::MARK => self.mark(&mut pen),
            _ => self.bar(&mut pen),
        }
        pen.picture
    }

    fn fill(&self) -> Color {
        self.colors.levels[self.level.min(2)]
    }

    fn bar<F: Fn(Vec2) -> enemy_senses_core::Vec3>(&self, pen: &mut Pen<F>) {
        let (half, height) = (0.5, 0.09);
        let bar = |pen: &mut Pen<F>, left: f32, right: f32, height: f32, color| {
            pen.convex(
                &[
                    Vec2::new(left, -height),
                    Vec2::new(right, -height),
                    Vec2::new(right, height),
                    Vec2::new(left, height),
                ],
                color,
            );
        };
        bar(pen, -half - EDGE, half + EDGE, height + EDGE, self.colors.outline);
        bar(pen, -half, half, height, self.colors.background);
        bar(pen, -half, self.value - half, height, self.fill());
    }

    /// Its lids open with the value.
    fn eye<F: Fn(Vec2) -> enemy_senses_core::Vec3>(&self, pen: &mut Pen<F>) {
        let open = 0.03 + 0.27 * self.value;
        let lens = |grow: f32| -> Vec<Vec2> {
            const STEPS: usize = 12;
            let lid = |step: usize, side: f32| {
                let x = step as f32 / STEPS as f32 * 2.0 - 1.0;
                Vec2::new(
                    x * (0.5 + 1.5 * grow),
                    side * ((1.0 - x * x) * open + grow * (1.0 - 0.5 * x * x)),
                )
            };
            (0..=STEPS)
                .map(|step| lid(step, -1.0))
                .chain((0..=STEPS).rev().map(|step| lid(step, 1.0)))
                .collect()
        };
        pen.convex(&lens(EDGE), self.colors.outline);
        pen.convex(&lens(0.0), self.colors.background);
        let radius = 0.16_f32.min(open);
        if self.value > 0.0 {
            pen.convex(&circle(Vec2::ZERO, radius), self.fill());
            pen.convex(&circle(Vec2::ZERO, radius * 0.45), self.colors.outline);
        }
    }

    /// A "?" that fills from below; alerted, a "!".
    fn mark<F: Fn(Vec2) -> enemy_senses_core::Vec3>(&self, pen: &mut Pen<F>) {
        let alerted = self.level >= 2;
        let strokes = |grow: f32| {
            if alerted {
                exclamation(grow)
            } else {
                question(grow)
            }
        };
        for stroke in strokes(EDGE) {
            pen.convex(&stroke, self.colors.outline);
        }
        for stroke in strokes(0.0) {
            pen.convex(
                &stroke,
                if alerted {
                    self.fill()
                } else {
                    self.colors.background
                },
            );
        }
        if !alerted {
            let surface = 0.5 - self.value;
            for stroke in strokes(0.0) {
                pen.convex(&below(&stroke, surface), self.fill());
            }
        }
    }
}

struct Pen<F> {
    picture: Picture,
    place: F,
}

impl<F: Fn(Vec2) -> enemy_senses_core::Vec3> Pen<F> {
    fn convex(&mut self, corners: &[Vec2], color: Color) {
        let corners: Vec<_> = corners.iter().map(|corner| (self.place)(*corner)).collect();
        self.picture.convex(&corners, color);
    }
}

fn circle(middle: Vec2, radius: f32) -> Vec<Vec2> {
    (0..16)
        .map(|step| middle + Vec2::from_angle(step as f32 / 16.0 * TAU) * radius)
        .collect()
}

fn block(left: f32, right: f32, top: f32, bottom: f32) -> Vec<Vec2> {
    vec![
        Vec2::new(left, top),
        Vec2::new(right, top),
        Vec2::new(right, bottom),
        Vec2::new(left, bottom),
    ]
}

/// Convex pieces of a "?", each `grow` thicker all round.
fn question(grow: f32) -> Vec<Vec<Vec2>> {
    const STEPS: usize = 14;
    let (middle, radius, thick) = (Vec2::new(0.0, -0.24), 0.19, 0.058 + grow);
    let angle = |step: usize| -PI - 0.25 + (PI + 0.25 + FRAC_PI_2) * step as f32 / STEPS as f32;
    let end = if grow > 0.0 { grow / radius } else { 0.0 };
    let angle = |step: usize| match step {
        0 => angle(0) - end,
        step => angle(step),
    };
    let at = |step: usize, out: f32| middle + Vec2::from_angle(angle(step)) * (radius + out);
    let mut pieces: Vec<Vec<Vec2>> = (0..STEPS)
        .map(|step| {
            vec![
                at(step, -thick),
                at(step, thick),
                at(step + 1, thick),
                at(step + 1, -thick),
            ]
        })
        .collect();
    pieces.push(block(-thick, thick, -0.05 - thick, 0.19 + grow));
    pieces.push(circle(Vec2::new(0.0, 0.385), 0.085 + grow));
    pieces
}

/// Convex pieces of a "!".
fn exclamation(grow: f32) -> Vec<Vec<Vec2>> {
    let (top, bottom) = (0.11 + grow, 0.06 + grow);
    vec![
        vec![
            Vec2::new(-top, -0.47 - grow),
            Vec2::new(top, -0.47 - grow),
            Vec2::new(bottom, 0.19 + grow),
            Vec2::new(-bottom, 0.19 + grow),
        ],
        circle(Vec2::new(0.0, 0.385), 0.09 + grow),
    ]
}

/// What of a convex shape lies below a height (y down).
fn below(shape: &[Vec2], surface: f32) -> Vec<Vec2> {
    let mut kept = Vec::with_capacity(shape.len() + 2);
    for (at, corner) in shape.iter().enumerate() {
        let next = shape[(at + 1) % shape.len()];
        let (here, there) = (corner.y >= surface, next.y >= surface);
        if here {
            kept.push(*corner);
        }
        if here != there {
            kept.push(corner.lerp(next, (surface - corner.y) / (next.y - corner.y)));
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_filled_grows_with_the_value() {
        let shape = block(-0.1, 0.1, -0.5, 0.5);
        let height = |value: f32| {
            let kept = below(&shape, 0.5 - value);
            let top = kept.iter().map(|c| c.y).fold(f32::INFINITY, f32::min);
            if kept.is_empty() { 0.0 } else { 0.5 - top }
        };
        for value in [0.25, 0.5, 0.75, 1.0] {
            assert!((height(value) - value).abs() < 1e-6);
        }
        assert!(below(&shape, 0.6).is_empty());
    }
}
