// Typed doors to the classes of Enemy Senses, for 2D and 3D. Each holds the native object and asks it by name; what is
// missing here is reached the same way, through Native. See docs/from-csharp.md.
#nullable disable

using System;
using Godot;

namespace EnemySensesCSharp
{
    public enum AlertLevel
    {
        Unaware = 0,
        Suspicious = 1,
        Alerted = 2,
    }

    public enum Stimulus
    {
        None = 0,
        Sight = 1,
        Sound = 2,
        Ally = 3,
        Touch = 4,
        Custom = 5,
    }

    /// <summary>Sight, this moment only. Ask inside _PhysicsProcess.</summary>
    public sealed class EnemyPerception : Perception<Node2D, Vector2>
    {
        public EnemyPerception(GodotObject native) : base(native, "EnemyPerception") { }
    }

    public sealed class EnemyPerception3D : Perception<Node3D, Vector3>
    {
        public EnemyPerception3D(GodotObject native) : base(native, "EnemyPerception3D") { }
    }

    /// <summary>What an enemy believes. Made with new, or taken from an EnemySenses.</summary>
    public sealed class EnemyMemory : Memory<Node2D, Vector2>
    {
        public EnemyMemory() : this(ClassDB.Instantiate("EnemyMemory").AsGodotObject()) { }

        public EnemyMemory(GodotObject native) : base(native, "EnemyMemory") { }
    }

    public sealed class EnemyMemory3D : Memory<Node3D, Vector3>
    {
        public EnemyMemory3D() : this(ClassDB.Instantiate("EnemyMemory3D").AsGodotObject()) { }

        public EnemyMemory3D(GodotObject native) : base(native, "EnemyMemory3D") { }
    }

    /// <summary>The whole character: sight, hearing, awareness, squad.</summary>
    public sealed class EnemySenses : Senses<Node2D, Vector2>
    {
        public EnemySenses(GodotObject native) : base(native, "EnemySenses")
        {
            Memory = new EnemyMemory(GetObject(EnemySensesNames.Memory));
            Perception = new EnemyPerception(GetObject(EnemySensesNames.Perception));
        }

        public EnemyMemory Memory { get; }

        public EnemyPerception Perception { get; }
    }

    public sealed class EnemySenses3D : Senses<Node3D, Vector3>
    {
        public EnemySenses3D(GodotObject native) : base(native, "EnemySenses3D")
        {
            Memory = new EnemyMemory3D(GetObject(EnemySensesNames.Memory));
            Perception = new EnemyPerception3D(GetObject(EnemySensesNames.Perception));
        }

        public EnemyMemory3D Memory { get; }

        public EnemyPerception3D Perception { get; }
    }

    /// <summary>Noises without a node, and saving everything.</summary>
    public static class SensesServer
    {
        public static GodotObject Native => Engine.GetSingleton("SensesServer");

        public static int EmitNoise(Vector2 origin, float radius, float strength, Node source = null)
        {
            return Native.Call(SensesServerNames.EmitNoise, origin, radius, strength, source).AsInt32();
        }

        public static int EmitNoise(Vector3 origin, float radius, float strength, Node source = null)
        {
            return Native.Call(SensesServerNames.EmitNoise3D, origin, radius, strength, source).AsInt32();
        }

        public static Godot.Collections.Dictionary GetStats()
        {
            return Native.Call(SensesServerNames.GetStats).AsGodotDictionary();
        }

        public static Godot.Collections.Dictionary SaveState()
        {
            return Native.Call(SensesServerNames.SaveState).AsGodotDictionary();
        }

        public static Error LoadState(Variant saved)
        {
            return Native.Call(SensesServerNames.LoadState, saved).As<Error>();
        }
    }

    public abstract class Handle
    {
        protected Handle(GodotObject native, string nativeClass)
        {
            if (native == null || !native.IsClass(nativeClass))
            {
                throw new ArgumentException($"{native} is no {nativeClass}", nameof(native));
            }
            Native = native;
        }

        public GodotObject Native { get; }

        protected T Get<[MustBeVariant] T>(StringName name) => Native.Get(name).As<T>();

        protected void Set<[MustBeVariant] T>(StringName name, T value) => Native.Set(name, Variant.From(value));

        protected GodotObject GetObject(StringName name) => Native.Get(name).AsGodotObject();
    }

    public abstract class Perception<[MustBeVariant] TNode, [MustBeVariant] TVector> : Handle
        where TNode : Node
    {
        protected Perception(GodotObject native, string nativeClass) : base(native, nativeClass) { }

        public bool Enabled
        {
            get => Get<bool>(EnemyPerceptionNames.Enabled);
            set => Set(EnemyPerceptionNames.Enabled, value);
        }

        /// <summary>Global, unit length. Setting it switches to manual facing; zero is ignored.</summary>
        public TVector Facing
        {
            get => Get<TVector>(EnemyPerceptionNames.Facing);
            set => Set(EnemyPerceptionNames.Facing, value);
        }

        public float ViewRange
        {
            get => Get<float>(EnemyPerceptionNames.ViewRange);
            set => Set(EnemyPerceptionNames.ViewRange, value);
        }

        /// <summary>The full angle, in degrees.</summary>
        public float ViewAngle
        {
            get => Get<float>(EnemyPerceptionNames.ViewAngle);
            set => Set(EnemyPerceptionNames.ViewAngle, value);
        }

        public uint OcclusionMask
        {
            get => Get<uint>(EnemyPerceptionNames.OcclusionMask);
            set => Set(EnemyPerceptionNames.OcclusionMask, value);
        }

        public StringName TargetGroup
        {
            get => Get<StringName>(EnemyPerceptionNames.TargetGroup);
            set => Set(EnemyPerceptionNames.TargetGroup, value);
        }

        /// <summary>The nearest one seen, or null.</summary>
        public TNode GetVisibleTarget() => Native.Call(EnemyPerceptionNames.GetVisibleTarget).As<TNode>();

        public Godot.Collections.Array<TNode> GetVisibleTargets()
        {
            return Native.Call(EnemyPerceptionNames.GetVisibleTargets).AsGodotArray<TNode>();
        }

        public bool CanSee(Node target) => Native.Call(EnemyPerceptionNames.CanSee, target).AsBool();

        public bool CanSeePoint(TVector point)
        {
            return Native.Call(EnemyPerceptionNames.CanSeePoint, Variant.From(point)).AsBool();
        }

        public float GetVisibility(Node target)
        {
            return Native.Call(EnemyPerceptionNames.GetVisibility, target).AsSingle();
        }

        public Godot.Collections.Dictionary Explain(Node target)
        {
            return Native.Call(EnemyPerceptionNames.Explain, target).AsGodotDictionary();
        }
    }

    public abstract class Memory<[MustBeVariant] TNode, [MustBeVariant] TVector> : Handle
        where TNode : Node
    {
        protected Memory(GodotObject native, string nativeClass) : base(native, nativeClass) { }

        /// <summary>0 oblivious to 1 certain.</summary>
        public float Confidence
        {
            get => Get<float>(EnemyMemoryNames.Confidence);
            set => Set(EnemyMemoryNames.Confidence, value);
        }

        public bool Alerted => Get<bool>(EnemyMemoryNames.Alerted);

        public bool HasLastKnown => Get<bool>(EnemyMemoryNames.HasLastKnown);

        public TVector LastKnownPosition => Get<TVector>(EnemyMemoryNames.LastKnownPosition);

        public TVector LastKnownVelocity => Get<TVector>(EnemyMemoryNames.LastKnownVelocity);

        public float TimeSinceSeen => Get<float>(EnemyMemoryNames.TimeSinceSeen);

        /// <summary>Only while sight feeds it, else null.</summary>
        public TNode SensedTarget => Get<TNode>(EnemyMemoryNames.SensedTarget);

        public Stimulus Stimulus => Get<Stimulus>(EnemyMemoryNames.Stimulus);

        /// <summary>Seconds of clear sight from 0 to 1.</summary>
        public float RiseTime
        {
            get => Get<float>(EnemyMemoryNames.ConfidenceRiseTime);
            set => Set(EnemyMemoryNames.ConfidenceRiseTime, value);
        }

        /// <summary>Seconds of nothing from 1 to 0.</summary>
        public float FallTime
        {
            get => Get<float>(EnemyMemoryNames.ConfidenceFallTime);
            set => Set(EnemyMemoryNames.ConfidenceFallTime, value);
        }

        /// <summary>Once per physics frame; null when nothing is seen.</summary>
        public void Update(TNode target, double delta, float strength = 1.0f)
        {
            Native.Call(EnemyMemoryNames.Update, target, delta, strength);
        }

        public void Reinforce(TVector position, float strength)
        {
            Native.Call(EnemyMemoryNames.Reinforce, Variant.From(position), strength);
        }

        public void HearSound(TVector origin, float strength)
        {
            Native.Call(EnemyMemoryNames.HearSound, Variant.From(origin), strength);
        }

        public void GiveUp() => Native.Call(EnemyMemoryNames.GiveUp);

        public void Forget() => Native.Call(EnemyMemoryNames.Forget);

        public string ToJson() => Native.Call(EnemyMemoryNames.ToJson).AsString();

        public Error FromJson(string text) => Native.Call(EnemyMemoryNames.FromJson, text).As<Error>();
    }

    public abstract class Senses<[MustBeVariant] TNode, [MustBeVariant] TVector> : Handle
        where TNode : Node
    {
        protected Senses(GodotObject native, string nativeClass) : base(native, nativeClass) { }

        public event Action<AlertLevel, AlertLevel> AlertLevelChanged
        {
            add => Native.Connect(EnemySensesNames.AlertLevelChanged, Callable.From(value));
            remove => Native.Disconnect(EnemySensesNames.AlertLevelChanged, Callable.From(value));
        }

        public event Action<TNode> TargetSpotted
        {
            add => Native.Connect(EnemySensesNames.TargetSpotted, Callable.From(value));
            remove => Native.Disconnect(EnemySensesNames.TargetSpotted, Callable.From(value));
        }

        /// <summary>The target (null if it is gone) and where it was seen last.</summary>
        public event Action<TNode, TVector> TargetLost
        {
            add => Native.Connect(EnemySensesNames.TargetLost, Callable.From(value));
            remove => Native.Disconnect(EnemySensesNames.TargetLost, Callable.From(value));
        }

        /// <summary>Origin and strength as perceived, and the noise's tag.</summary>
        public event Action<TVector, float, StringName> NoiseHeard
        {
            add => Native.Connect(EnemySensesNames.NoiseHeard, Callable.From(value));
            remove => Native.Disconnect(EnemySensesNames.NoiseHeard, Callable.From(value));
        }

        public bool Enabled
        {
            get => Get<bool>(EnemySensesNames.Enabled);
            set => Set(EnemySensesNames.Enabled, value);
        }

        /// <summary>A SensesProfile (in 3D a SensesProfile3D), as GD.Load returns it.</summary>
        public Resource Profile
        {
            get => Get<Resource>(EnemySensesNames.Profile);
            set => Set(EnemySensesNames.Profile, value);
        }

        public StringName Squad
        {
            get => Get<StringName>(EnemySensesNames.Squad);
            set => Set(EnemySensesNames.Squad, value);
        }

        public float Awareness => Get<float>(EnemySensesNames.Awareness);

        public AlertLevel AlertLevel => Get<AlertLevel>(EnemySensesNames.AlertLevel);

        /// <summary>Who is believed in most, while it is sensed; else null.</summary>
        public TNode Target => Get<TNode>(EnemySensesNames.Target);

        public TVector LastKnownPosition => Get<TVector>(EnemySensesNames.LastKnownPosition);

        public bool HasMemory => Get<bool>(EnemySensesNames.HasMemory);

        public bool CanSeeTarget() => Native.Call(EnemySensesNames.CanSeeTarget).AsBool();

        public bool IsSuspicious() => Native.Call(EnemySensesNames.IsSuspicious).AsBool();

        public void Reinforce(TVector position, float strength, Stimulus stimulus = Stimulus.Custom)
        {
            Native.Call(EnemySensesNames.Reinforce, Variant.From(position), strength, (int)stimulus);
        }

        public bool Witness(TVector position, float strength)
        {
            return Native.Call(EnemySensesNames.Witness, Variant.From(position), strength).AsBool();
        }

        public void ReportDamage(TVector position, Node attacker)
        {
            Native.Call(EnemySensesNames.ReportDamage, Variant.From(position), attacker);
        }

        public void GiveUp() => Native.Call(EnemySensesNames.GiveUp);

        public void ForgetTarget() => Native.Call(EnemySensesNames.ForgetTarget);

        public Godot.Collections.Dictionary Explain(Node target)
        {
            return Native.Call(EnemySensesNames.Explain, target).AsGodotDictionary();
        }
    }

    // A StringName made from a string is a look-up; these are made once.

    public static class EnemyPerceptionNames
    {
        public static readonly StringName CanSee = "can_see";
        public static readonly StringName CanSeePoint = "can_see_point";
        public static readonly StringName Enabled = "enabled";
        public static readonly StringName Explain = "explain";
        public static readonly StringName Facing = "facing";
        public static readonly StringName GetVisibility = "get_visibility";
        public static readonly StringName GetVisibleTarget = "get_visible_target";
        public static readonly StringName GetVisibleTargets = "get_visible_targets";
        public static readonly StringName OcclusionMask = "occlusion_mask";
        public static readonly StringName TargetGroup = "target_group";
        public static readonly StringName ViewAngle = "view_angle";
        public static readonly StringName ViewRange = "view_range";
    }

    public static class EnemyMemoryNames
    {
        public static readonly StringName Alerted = "alerted";
        public static readonly StringName Confidence = "confidence";
        public static readonly StringName ConfidenceFallTime = "confidence_fall_time";
        public static readonly StringName ConfidenceRiseTime = "confidence_rise_time";
        public static readonly StringName Forget = "forget";
        public static readonly StringName FromJson = "from_json";
        public static readonly StringName GiveUp = "give_up";
        public static readonly StringName HasLastKnown = "has_last_known";
        public static readonly StringName HearSound = "hear_sound";
        public static readonly StringName LastKnownPosition = "last_known_position";
        public static readonly StringName LastKnownVelocity = "last_known_velocity";
        public static readonly StringName Reinforce = "reinforce";
        public static readonly StringName SensedTarget = "sensed_target";
        public static readonly StringName Stimulus = "stimulus";
        public static readonly StringName TimeSinceSeen = "time_since_seen";
        public static readonly StringName ToJson = "to_json";
        public static readonly StringName Update = "update";
    }

    public static class EnemySensesNames
    {
        public static readonly StringName AlertLevel = "alert_level";
        public static readonly StringName AlertLevelChanged = "alert_level_changed";
        public static readonly StringName Awareness = "awareness";
        public static readonly StringName CanSeeTarget = "can_see_target";
        public static readonly StringName Enabled = "enabled";
        public static readonly StringName Explain = "explain";
        public static readonly StringName ForgetTarget = "forget_target";
        public static readonly StringName GiveUp = "give_up";
        public static readonly StringName HasMemory = "has_memory";
        public static readonly StringName IsSuspicious = "is_suspicious";
        public static readonly StringName LastKnownPosition = "last_known_position";
        public static readonly StringName Memory = "memory";
        public static readonly StringName NoiseHeard = "noise_heard";
        public static readonly StringName Perception = "perception";
        public static readonly StringName Profile = "profile";
        public static readonly StringName Reinforce = "reinforce";
        public static readonly StringName ReportDamage = "report_damage";
        public static readonly StringName Squad = "squad";
        public static readonly StringName Target = "target";
        public static readonly StringName TargetLost = "target_lost";
        public static readonly StringName TargetSpotted = "target_spotted";
        public static readonly StringName Witness = "witness";
    }

    public static class SensesServerNames
    {
        public static readonly StringName EmitNoise = "emit_noise";
        public static readonly StringName EmitNoise3D = "emit_noise_3d";
        public static readonly StringName GetStats = "get_stats";
        public static readonly StringName LoadState = "load_state";
        public static readonly StringName SaveState = "save_state";
    }
}
