//! `SensesProfile`: what a designer tunes, as a resource.

use std::sync::Arc;

use enemy_senses_core::Frame;
use enemy_senses_core::profile::Profile;
use enemy_senses_macros::twins;
use godot::classes::{IResource, Resource};
use godot::global::Error;
use godot::prelude::*;

use crate::checks::{self, Warned};
use crate::state::{self, ProfileKey};
use crate::{d2, d3};

/// The values of one profile, shared by all who use it.
#[derive(Debug, Clone)]
pub struct ProfileState {
    pub profile: Arc<Profile>,
    /// Counts the edits.
    pub version: u64,
}

/// What a setter writes to.
struct Edit<'a> {
    profile: &'a mut Profile,
}

fn new_profile(frame: Frame) -> ProfileKey {
    let profile = Arc::new(Profile::defaults(frame));
    state::state()
        .profiles
        .insert(ProfileState { profile, version: 1 })
}

twins! {
    /// How an enemy senses, believes and reacts, as a resource to be shared: no state is in it.
    ///
    /// Give it to [member EnemySenses.profile]. A change acts at the next physics frame, also while the game runs. Presets lie in
    /// the addon's [code]profiles[/code] folder: guard, organic_guard, dog, drone, sleepy.
    /// [codeblock]
    /// var profile := preload("res://addons/enemy_senses/profiles/{2d|3d}/guard.tres").duplicate() as SensesProfile
    /// profile.view_range *= 1.5
    /// $EnemySenses.profile = profile
    /// [/codeblock]
    #[derive(GodotClass)]
    #[class(base = Resource, init, tool)]
    pub struct SensesProfile {
        /// See [member EnemyPerception.view_range]: in {pixels|metres}, inclusive.
        #[export_group(name = "Vision")]
        #[export(range = (0.0, 4096.0, 0.1, or_greater, hide_slider))]
        #[prop(checks::amount_or_infinite, in profile.vision)]
        view_range: f64,
        /// See [member EnemyPerception.view_angle]: the full focal cone, in degrees.
        #[export(range = (0.0, 360.0, 0.1, or_greater))]
        #[prop(checks::amount, in profile.vision)]
        view_angle: f64,
        /// See [member EnemyPerception.peripheral_angle]: the full outer cone, in degrees.
        #[export(range = (0.0, 360.0, 0.1, or_greater))]
        #[prop(checks::amount, in profile.vision)]
        peripheral_angle: f64,
        /// See [member EnemyPerception.peripheral_strength]: 0 to 1.
        #[export(range = (0.0, 1.0, 0.01))]
        #[prop(checks::unit, in profile.vision)]
        peripheral_strength: f64,
        /// See [member EnemyPerception.near_range]: in {pixels|metres}.
        #[export(range = (0.0, 64.0, 0.1, or_greater, hide_slider))]
        #[prop(checks::amount, in profile.vision)]
        near_range: f64,
        /// See [member EnemyPerception.occlusion_mask].
        #[export(pick!({flags_2d_physics} {flags_3d_physics}))]
        #[prop(checks::layers, in profile)]
        occlusion_mask: i64,
        /// See [member EnemyPerception.target_group].
        #[export]
        #[prop(checks::text, in profile)]
        target_group: StringName,
        /// See [member EnemyPerception.sample_count]: 1 to 3.
        #[export(range = (1.0, 3.0, 1.0))]
        #[prop(checks::whole(1, 3), in profile.vision)]
        sample_count: i64,
        /// Seconds of sight from awareness 0 to 1 at point blank, in full light, in the focal cone. Everything that makes a target
        /// harder to see makes it longer. 0: at once.
        #[export(range = (0.0, 10.0, 0.01, or_greater, suffix = "s"))]
        #[prop(checks::amount, in profile)]
        sight_rise_time: f64,
        /// If true, farther targets are noticed more slowly: by `1 - (distance / range)^2`.
        #[export]
        #[prop(checks::plain, in profile)]
        distance_falloff: bool,
        /// Seconds between two looks. 0: every physics frame. Enemies look in turn, and a look counts for the whole interval.
        #[export(range = (0.0, 2.0, 0.01, or_greater, suffix = "s"))]
        #[prop(checks::amount, in profile)]
        sense_interval: f64,
        /// A target within this distance, in {pixels|metres}, is felt: no cone, no ray. 0: none.
        #[export(range = (0.0, 64.0, 0.1, or_greater, hide_slider))]
        #[prop(checks::amount, in profile)]
        touch_radius: f64,
        /// Multiplies the radius of every noise for this listener. 0: deaf.
        #[export_group(name = "Hearing")]
        #[export(range = (0.0, 4.0, 0.01, or_greater))]
        #[prop(checks::amount, in profile)]
        hearing_multiplier: f64,
        /// Only what is louder at the ear is heard, 0 to 1.
        #[export(range = (0.0, 1.0, 0.01))]
        #[prop(checks::unit, in profile)]
        hearing_threshold: f64,
        /// The factor on a noise's radius for each wall on its way to this listener, whatever the noise says: 0 lets nothing
        /// through, 1 everything. Below 0: what the noise says.
        #[export(range = (-1.0, 1.0, 0.01))]
        #[prop(checks::finite, in profile)]
        wall_muffle: f64,
        /// A sound never lifts awareness above this, 0 to 1. At or above [member alert_enter] noise alone alerts.
        #[export(range = (0.0, 1.0, 0.01))]
        #[prop(checks::unit, in profile)]
        sound_cap: f64,
        /// 0: a sound lifts awareness to strength x [member sound_cap]. Above: it adds this x strength, up to the cap.
        #[export(range = (0.0, 1.0, 0.01, or_greater))]
        #[prop(checks::amount, in profile)]
        noise_gain: f64,
        /// How far off the place heard may be, in {pixels|metres}, for the faintest of sounds; the louder, the truer.
        #[export(range = (0.0, 512.0, 0.1, or_greater, hide_slider))]
        #[prop(checks::amount, in profile)]
        position_fuzz: f64,
        /// Seconds of nothing from awareness 1 to 0. [constant @GDScript.INF]: never.
        #[export_group(name = "Awareness")]
        #[export(range = (0.0, 60.0, 0.01, or_greater, suffix = "s"))]
        #[prop(checks::amount_or_infinite, in profile)]
        fall_time: f64,
        /// Seconds of grace after the last stimulus before awareness falls.
        #[export(range = (0.0, 10.0, 0.01, or_greater, suffix = "s"))]
        #[prop(checks::amount, in profile)]
        decay_delay: f64,
        /// A target counts as sensed for this many seconds after the last good look, so that a pillar does not make it flicker.
        #[export(range = (0.0, 2.0, 0.01, or_greater, suffix = "s"))]
        #[prop(checks::amount, in profile)]
        lost_delay: f64,
        /// Awareness from which it is suspicious, 0 to 1. Two thresholds the wrong way round are kept as they are set and used
        /// the right way round.
        #[export(range = (0.0, 1.0, 0.01))]
        #[prop(checks::unit, in profile.levels)]
        suspicious_enter: f64,
        /// Awareness below which it is suspicious no longer, 0 to 1.
        #[export(range = (0.0, 1.0, 0.01))]
        #[prop(checks::unit, in profile.levels)]
        suspicious_exit: f64,
        /// Awareness from which it is alerted, 0 to 1, after its reaction delay.
        #[export(range = (0.0, 1.0, 0.01))]
        #[prop(checks::unit, in profile.levels)]
        alert_enter: f64,
        /// Awareness below which it is alerted no longer, 0 to 1. The gap to [member alert_enter] makes it stubborn.
        #[export(range = (0.0, 1.0, 0.01))]
        #[prop(checks::unit, in profile.levels)]
        alert_exit: f64,
        /// After it was certain once, awareness of that target never falls below this, 0 to 1.
        #[export(range = (0.0, 1.0, 0.01))]
        #[prop(checks::unit, in profile)]
        confidence_floor: f64,
        /// Seconds after the last stimulus when a target is forgotten. [constant @GDScript.INF]: after [member fall_time] or 30
        /// seconds, whichever is longer; never only if [member fall_time] is infinite too. 0: at the first look that misses it.
        #[export(range = (0.0, 120.0, 0.1, or_greater, suffix = "s"))]
        #[prop(checks::amount_or_infinite, in profile)]
        memory_duration: f64,
        /// Least seconds in each level, for enemies that show them as unmistakable stages.
        #[export(range = (0.0, 5.0, 0.01, or_greater, suffix = "s"))]
        #[prop(checks::amount, in profile.levels)]
        min_dwell_time: f64,
        /// Shortest beat between a full meter and acting, in seconds. Each enemy has its own, rolled once; a least above the
        /// most is kept as it is set and used the right way round.
        #[export_group(name = "Personality")]
        #[export(range = (0.0, 3.0, 0.01, or_greater, suffix = "s"))]
        #[prop(checks::amount, in profile)]
        reaction_delay_min: f64,
        /// Longest beat, in seconds. Wide apart, a group does not react in lockstep.
        #[export(range = (0.0, 3.0, 0.01, or_greater, suffix = "s"))]
        #[prop(checks::amount, in profile)]
        reaction_delay_max: f64,
        /// Least of an enemy's own factor on the speed of noticing and the radius of noises. 1: as it is; above, it notices
        /// faster and hears farther.
        #[export(range = (0.0, 2.0, 0.01, or_greater))]
        #[prop(checks::amount, in profile)]
        perception_scale_min: f64,
        /// Most of it.
        #[export(range = (0.0, 2.0, 0.01, or_greater))]
        #[prop(checks::amount, in profile)]
        perception_scale_max: f64,
        /// How far it shouts when it becomes alerted, in {pixels|metres}. 0: it does not.
        #[export_group(name = "Squad")]
        #[export(range = (0.0, 2048.0, 0.1, or_greater, hide_slider))]
        #[prop(checks::amount_or_infinite, in profile)]
        shout_radius: f64,
        /// How sure a shout makes an ally right beside it, 0 to 1; half as sure at the radius; never surer than the shouter is.
        #[export(range = (0.0, 1.0, 0.01))]
        #[prop(checks::unit, in profile)]
        shout_awareness: f64,
        /// What came over this many mouths is still shouted on. 0: only what it knows first-hand.
        #[export(range = (0.0, 8.0, 1.0, or_greater))]
        #[prop(checks::whole(0, 255), in profile)]
        share_hops: i64,
        #[init(val = new_profile(dim::frame()))]
        key: ProfileKey,
        warned: Warned,
        base: Base<Resource>,
    }

    #[godot_api]
    impl SensesProfile {
        /// All values as text.
        #[func]
        fn to_json(&self) -> GString {
            let profile = state::state().profiles.get(self.key).map(|p| p.profile.clone());
            let text = profile.and_then(|profile| serde_json::to_string_pretty(&*profile).ok());
            GString::from(text.unwrap_or_default().as_str())
        }

        /// Takes all values from a text of [method to_json]. Returns OK, or an error and nothing is changed; one warning says
        /// where the text is bad.
        #[func]
        fn from_json(&mut self, text: GString) -> i64 {
            let read: Result<Profile, String> = serde_json::from_str(&text.to_string()).map_err(|error| error.to_string());
            match read.and_then(|profile| profile.validate().map(|()| profile)) {
                Ok(profile) => {
                    self.accepted("from_json()");
                    self.poke(|s| *s.profile = profile);
                    self.base_mut().emit_changed();
                    i64::from(Error::OK.ord())
                }
                Err(why) => {
                    self.refused("from_json()", &format!("cannot use this text: {why}."));
                    i64::from(Error::ERR_PARSE_ERROR.ord())
                }
            }
        }
    }

    impl SensesProfile {
        /// Its values.
        pub fn values(&self) -> Option<Arc<Profile>> {
            state::state().profiles.get(self.key).map(|p| p.profile.clone())
        }

        /// Where its values are.
        pub fn key(&self) -> ProfileKey {
            self.key
        }

        fn peek<R: Default>(&self, read: impl FnOnce(&Edit) -> R) -> R {
            let Some(mut profile) = state::state().profiles.get(self.key).map(|p| Profile::clone(&p.profile)) else {
                return R::default();
            };
            read(&Edit { profile: &mut profile })
        }

        fn poke(&mut self, write: impl FnOnce(&mut Edit)) {
            let mut state = state::state();
            state.edited = true;
            if let Some(slot) = state.profiles.get_mut(self.key) {
                write(&mut Edit { profile: Arc::make_mut(&mut slot.profile) });
                slot.version += 1;
            }
        }

        fn accepted(&mut self, member: &'static str) {
            self.warned.good(member);
            if !member.ends_with(')') {
                self.base_mut().emit_changed();
            }
        }

        fn refused(&mut self, member: &'static str, refusal: &str) {
            let path = self.base().get_path();
            let class = stringify!(SensesProfile);
            let who = if path.is_empty() { class.to_owned() } else { format!("{class} {path}") };
            self.warned.refuse(&who, member, refusal);
        }
    }

    #[godot_api]
    impl IResource for SensesProfile {}

    impl Drop for SensesProfile {
        fn drop(&mut self) {
            state::state().profiles.remove(self.key);
        }
    }
}
