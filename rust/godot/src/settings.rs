//! The project settings of the addon.

use godot::classes::ProjectSettings;
use godot::prelude::*;
use godot::register::info::PropertyHint;

use crate::dictionary::dictionary;

/// `TOP_DOWN` or `SIDE`.
pub const VIEW: &str = "enemy_senses/2d/view";
/// Rays per physics frame; 0: no limit.
pub const MAX_RAYS: &str = "enemy_senses/max_rays_per_tick";

/// Shows the settings in the editor, with their defaults. Values that the project has set stay.
pub fn register() {
    let choice = PropertyHint::ENUM;
    add(VIEW, VariantType::INT, choice, "TOP_DOWN,SIDE");
    add(
        MAX_RAYS,
        VariantType::INT,
        PropertyHint::RANGE,
        "0,10000,1,or_greater",
    );
}

fn add(name: &str, kind: VariantType, hint: PropertyHint, hint_string: &str) {
    let mut settings = ProjectSettings::singleton();
    let default = 0.to_variant();
    if !settings.has_setting(name) {
        settings.set_setting(name, &default);
    }
    settings.set_initial_value(name, &default);
    settings.set_as_basic(name, true);
    settings.add_property_info(&dictionary([
        ("name", name.to_variant()),
        ("type", kind.ord().to_variant()),
        ("hint", hint.ord().to_variant()),
        ("hint_string", hint_string.to_variant()),
    ]));
}

/// How many rays a physics frame may cast.
pub fn max_rays() -> u64 {
    let set = ProjectSettings::singleton().get_setting(MAX_RAYS);
    set.try_to::<i64>().unwrap_or(0).max(0) as u64
}
