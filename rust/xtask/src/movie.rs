//! Numbered frames to a few stills and one moving picture small enough for a README.

use std::{
    collections::HashMap,
    fs::{self, File},
    io::BufWriter,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, ensure};
use color_quant::NeuQuant;
use gif::{DisposalMethod, Encoder, Frame, Repeat};
use image::{RgbImage, imageops};

/// What the frames were drawn at.
pub const FRAMES_PER_SECOND: u32 = 30;
/// The most a moving picture may take, in bytes.
const LARGEST: usize = 3_000_000;
/// The most pictures in it, and the longest it may play, in hundredths of a second: a longer run plays faster.
const MOST_PICTURES: usize = 220;
const LONGEST: usize = 2_600;
/// Widths to try, until it is small enough.
const WIDTHS: [u32; 6] = [800, 720, 640, 560, 480, 400];
const STILLS: usize = 6;
/// A channel this near to what is already shown is left as it is: soft light flickers by less.
const SAME: i32 = 3;

/// Makes `NAME-1.png` to `NAME-6.png` and `NAME.gif` in `folder`; returns what was written.
pub fn make(frames: &Path, folder: &Path, name: &str) -> Result<Vec<PathBuf>> {
    let frames = frame_files(frames)?;
    ensure!(!frames.is_empty(), "the run drew no frames");
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;

    let mut written = Vec::new();
    for number in 1..=STILLS {
        // In the middle of each sixth: the very first and last frames show little.
        let frame = &frames[(2 * number - 1) * frames.len() / (2 * STILLS)];
        let still = folder.join(format!("{name}-{number}.png"));
        fs::copy(frame, &still).with_context(|| format!("cannot write {}", still.display()))?;
        written.push(still);
    }

    let pace = Pace::of(frames.len());
    let mut pictures = Vec::new();
    for frame in frames.iter().step_by(pace.step) {
        pictures.push(scaled(&open(frame)?, WIDTHS[0]));
    }
    let moving = folder.join(format!("{name}.gif"));
    for width in WIDTHS {
        pictures = pictures.iter().map(|picture| scaled(picture, width)).collect();
        let data = encode(&pictures, pace.delay)?;
        if data.len() <= LARGEST || width == WIDTHS[WIDTHS.len() - 1] {
            fs::write(&moving, &data).with_context(|| format!("cannot write {}", moving.display()))?;
            println!(
                "{} pictures, {width} wide, {} kB",
                pictures.len(),
                data.len() / 1000
            );
            break;
        }
    }
    written.push(moving);
    Ok(written)
}

/// Which frames to show, and each for how long.
#[derive(PartialEq, Eq, Debug)]
struct Pace {
    step: usize,
    /// Hundredths of a second.
    delay: u16,
}

impl Pace {
    fn of(frames: usize) -> Self {
        let step = frames.div_ceil(MOST_PICTURES).max(2);
        let pictures = frames.div_ceil(step).max(1);
        let real = (step * 100).div_ceil(FRAMES_PER_SECOND as usize);
        let delay = real.min((LONGEST / pictures).max(2));
        Self {
            step,
            delay: u16::try_from(delay).unwrap_or(u16::MAX),
        }
    }
}

fn frame_files(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "png"))
        .collect();
    files.sort();
    Ok(files)
}

fn open(path: &Path) -> Result<RgbImage> {
    Ok(image::open(path)
        .with_context(|| format!("cannot read {}", path.display()))?
        .into_rgb8())
}

fn scaled(picture: &RgbImage, width: u32) -> RgbImage {
    if picture.width() <= width {
        return picture.clone();
    }
    let height = (picture.height() * width / picture.width()).max(1);
    imageops::resize(picture, width, height, imageops::FilterType::Triangle)
}

/// One palette for all, and of each picture only what differs from the one before.
fn encode(pictures: &[RgbImage], delay: u16) -> Result<Vec<u8>> {
    const CLEAR: u8 = 255;
    let (width, height) = pictures.first().context("no pictures")?.dimensions();
    let sample: Vec<u8> = pictures
        .iter()
        .step_by(pictures.len().div_ceil(12).max(1))
        .flat_map(|picture| picture.pixels())
        .flat_map(|pixel| [pixel[0], pixel[1], pixel[2], 255])
        .collect();
    let palette = NeuQuant::new(6, usize::from(CLEAR), &sample);
    let mut colours = palette.color_map_rgb();
    colours.resize(3 * (usize::from(CLEAR) + 1), 0);

    let mut nearest: HashMap<[u8; 3], u8> = HashMap::new();
    let mut shown: Vec<Option<[u8; 3]>> = vec![None; (width * height) as usize];
    let mut data = Vec::new();
    let mut encoder = Encoder::new(BufWriter::new(&mut data), side(width)?, side(height)?, &colours)?;
    encoder.set_repeat(Repeat::Infinite)?;
    for picture in pictures {
        let pixels = picture.pixels().zip(&mut shown).map(|(pixel, shown)| {
            if shown.is_some_and(|old| alike(old, pixel.0)) {
                return CLEAR;
            }
            *shown = Some(pixel.0);
            let [r, g, b] = pixel.0;
            *nearest
                .entry(pixel.0)
                .or_insert_with(|| palette.index_of(&[r, g, b, 255]) as u8)
        });
        let mut frame = Frame::from_indexed_pixels(
            side(width)?,
            side(height)?,
            pixels.collect::<Vec<u8>>(),
            Some(CLEAR),
        );
        frame.delay = delay;
        frame.dispose = DisposalMethod::Keep;
        encoder.write_frame(&frame)?;
    }
    drop(encoder);
    Ok(data)
}

fn side(pixels: u32) -> Result<u16> {
    u16::try_from(pixels).context("a picture too large for a GIF")
}

fn alike(a: [u8; 3], b: [u8; 3]) -> bool {
    a.iter()
        .zip(b)
        .all(|(&a, b)| (i32::from(a) - i32::from(b)).abs() <= SAME)
}

/// Clears away the frames of an earlier run and makes their folder.
pub fn empty_folder(folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| format!("cannot clear {}", folder.display()))?;
    }
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    // Godot would try to import pictures below a project.
    File::create(folder.join(".gdignore"))
        .with_context(|| format!("cannot write to {}", folder.display()))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use image::Rgb;

    use super::*;

    #[test]
    fn a_short_run_plays_at_its_own_speed_and_a_long_one_faster() {
        assert_eq!(Pace::of(300), Pace { step: 2, delay: 7 });
        let long = Pace::of(60 * 30);
        assert_eq!(long.step, 9);
        assert!(usize::from(long.delay) * 200 <= LONGEST);
    }

    #[test]
    fn what_stays_the_same_costs_next_to_nothing() {
        let mut noise = 1_u32;
        let mut picture = RgbImage::new(160, 90);
        for pixel in picture.pixels_mut() {
            noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            *pixel = Rgb([(noise >> 24) as u8, (noise >> 16) as u8, 90]);
        }
        let one = encode(&[picture.clone()], 10).unwrap().len();
        let ten = encode(&vec![picture; 10], 10).unwrap().len();
        assert!(ten < one + one / 5, "{one} bytes for one, {ten} for ten");
    }

    #[test]
    fn a_moving_picture_shows_the_last_state() {
        const SIDE: u32 = 64;
        let red = RgbImage::from_pixel(SIDE, SIDE, Rgb([200, 30, 30]));
        let mut half = red.clone();
        for (x, _, pixel) in half.enumerate_pixels_mut() {
            if x < SIDE / 2 {
                *pixel = Rgb([30, 30, 200]);
            }
        }
        let data = encode(&[red, half], 10).unwrap();
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let mut decoder = options.read_info(&data[..]).unwrap();
        let first = decoder.read_next_frame().unwrap().unwrap().buffer.to_vec();
        assert!(first.chunks(4).all(|pixel| pixel[0] > 150 && pixel[3] == 255));
        let second = decoder.read_next_frame().unwrap().unwrap().buffer.to_vec();
        let (left, right) = second.split_at(4 * SIDE as usize / 2);
        assert!(
            left.chunks(4).all(|pixel| pixel[2] > 150 && pixel[3] == 255),
            "what turned blue is drawn"
        );
        assert!(
            right[..4 * 8].chunks(4).all(|pixel| pixel[3] == 0),
            "the rest is left as it was"
        );
    }
}
