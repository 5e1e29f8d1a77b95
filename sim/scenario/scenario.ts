/** What a scenario is: a world, robots with missions, and criteria to meet. */
import type { Vec2 } from '../../src/math/geometry.js';
import type { Meters, MetersPerSecond, Radians, Seconds } from '../../src/math/units.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import type { FaultKind } from '../../src/signals/signals.js';
import type { MissionSpec, OwnBehaviors, TargetSpec } from '../../src/steering/mission.js';
import type { ChangeSpec } from './changeSpec.js';
import type { FaultSpec } from './faultSpec.js';
import type { FixesSpec } from './fixesSpec.js';
import type { PlantSpec } from './plantSpec.js';
import type { SignalSpec } from './signalsSpec.js';

export interface CircleSpec {
  readonly at: Vec2;
  readonly radius: Meters;
}

export interface BoxSpec {
  readonly at: Vec2;
  /** Full width (along its own x) and height. */
  readonly size: readonly [Meters, Meters];
  readonly heading: Radians;
  readonly movable: boolean;
}

export interface MoverSpec {
  readonly id: string;
  readonly waypoints: readonly Vec2[];
  readonly speed: MetersPerSecond;
  readonly radius: Meters;
  readonly solid: boolean;
  /** Continues from the last waypoint to the first, instead of driving back. */
  readonly loop?: boolean;
}

/** A lamp above the floor; it is not solid. */
export interface LightSpec {
  readonly at: Vec2;
  /** Level of a light sensor that faces it from 1 m away. */
  readonly brightness: number;
}

/** Dark tape on a bright floor. */
export interface LineSpec {
  readonly points: readonly Vec2[];
  readonly width: Meters;
}

/** A beacon that sensors hear; it is not solid, and nothing hides it. */
export interface BeaconSpec {
  readonly id?: string;
  readonly at: Vec2;
  /** Farther away it is not heard; default: as far as a sensor hears. */
  readonly range?: Meters;
}

export interface WorldSpec {
  /** Polylines. */
  readonly walls: readonly (readonly Vec2[])[];
  readonly circles: readonly CircleSpec[];
  readonly boxes: readonly BoxSpec[];
  readonly posts: { readonly radius: Meters; readonly at: readonly Vec2[] };
  readonly movers: readonly MoverSpec[];
  readonly lights?: readonly LightSpec[];
  readonly lines?: readonly LineSpec[];
  readonly beacons?: readonly BeaconSpec[];
}

/** What robots hear of each other; default perfect. */
export interface CommunicationSpec {
  /** Farther robots are not heard. */
  readonly range: Meters;
  readonly delay: Seconds;
  /** Share of lost messages. */
  readonly loss: number;
}

export interface RobotSpec {
  readonly id: string;
  readonly robot: RobotDefinition;
  readonly at: {
    readonly x: Meters;
    readonly y: Meters;
    readonly heading: Radians;
    readonly speed: MetersPerSecond;
  };
  /** What it is to do, and what it is judged by. */
  readonly mission: MissionSpec;
  /** What it drives by, where that is another mission: to see that the criteria tell the two apart. */
  readonly drivenBy?: MissionSpec;
  /** For comparison: it touches no robot, no robot sees or hears it, and no criterion counts it. */
  readonly ghost?: boolean;
  /** Index of its entry among the file's robots; default its index in the list. */
  readonly entry?: number;
}

/** A mission that an operator may choose for all robots while they drive. */
export interface NamedMission {
  readonly name: string;
  readonly mission: MissionSpec;
}

/** Limits of the distance between a robot's middle and a target. */
export interface DistanceSpec {
  readonly criterion: 'distance';
  readonly from: string;
  readonly to: TargetSpec;
  /** Holds at every instant from `after` on; so does `atMost`. */
  readonly atLeast?: Meters;
  readonly atMost?: Meters;
  readonly after?: Seconds;
  /** It must come at least this near once, `before` a time. */
  readonly reaches?: Meters;
  readonly before?: Seconds;
}

/** The share of the time, from `after` on, in which something solid must stand between a robot and a seer. */
export interface HiddenSpec {
  readonly criterion: 'hidden';
  readonly robot: string;
  readonly from: TargetSpec;
  readonly share: number;
  readonly after?: Seconds;
}

/**
 * A required stop, counted from the first fault that the scenario injects; without one, from the first noticed fault.
 */
export interface StoppedSpec {
  readonly criterion: 'stopped';
  /** Every robot unless given. */
  readonly robot?: string;
  /** Longest time until the motors are off for good. */
  readonly within?: Seconds;
  /** Longest distance until it stands. */
  readonly travelled?: Meters;
  /** The kind that the robot must notice, or name among the possible causes. */
  readonly why?: FaultKind;
}

/** How far each robot drives, or one of them. */
export interface MovedSpec {
  readonly criterion: 'moved';
  readonly robot?: string;
  readonly atLeast?: Meters;
  readonly atMost?: Meters;
}

/** The farthest that each robot's middle gets from a point or a straight line; from its own start unless given. */
export interface ExcursionSpec {
  readonly criterion: 'excursion';
  readonly robot?: string;
  readonly from?: TargetSpec | readonly [TargetSpec, TargetSpec];
  readonly atLeast?: Meters;
  readonly atMost?: Meters;
}

/** One robot passes places one after the other, or several robots arrive one after the other. */
export type OrderSpec =
  | {
      readonly criterion: 'order';
      readonly robot: string;
      readonly visits: readonly TargetSpec[];
      /** Nearer than this it is at a place. */
      readonly within: Meters;
    }
  | {
      readonly criterion: 'order';
      readonly arrive: readonly string[];
      /** Least time between two arrivals. */
      readonly apart: Seconds;
    };

/** The share of a rectangle that was within a robot's reach: of all robots together, or of one. */
export interface CoverageSpec {
  readonly criterion: 'coverage';
  readonly robot?: string;
  readonly inside: readonly [Vec2, Vec2];
  /** Default: the robot's radius. */
  readonly within?: Meters;
  readonly atLeast: number;
}

/** A fault that robots must notice, or name among the possible causes; counted from the first one that is injected. */
export interface NoticedSpec {
  readonly criterion: 'noticed';
  /** Every robot unless given. */
  readonly robot?: string;
  readonly kind: FaultKind;
  readonly within?: Seconds;
}

/** The mission does better than another one: the same seed is run again with that, and the two are compared. */
export interface BeatsSpec {
  readonly criterion: 'beats';
  /** The name of one of the scenario's `missions`. */
  readonly mission: string;
  /** Who drives by it in the other run; every robot unless given. */
  readonly robot?: string;
  /** The figure that is compared: a row of another criterion, as the report names it (`distance.atLeast`). */
  readonly in: string;
  /** It is better by so much; the unit is that of the row. */
  readonly by: number;
}

export type CriterionSpec =
  | { readonly criterion: 'arrived'; readonly within?: Meters; readonly before?: Seconds }
  /** With `above`: only contacts that a robot makes by driving towards the thing faster than this. */
  | { readonly criterion: 'contacts'; readonly atMost: number; readonly above?: MetersPerSecond }
  | {
      readonly criterion: 'crossTrack';
      readonly rms?: Meters;
      readonly max?: Meters;
      readonly missed?: Meters;
    }
  | { readonly criterion: 'overshoot'; readonly atMost: Meters }
  /** The gap of every robot to anything solid. */
  | { readonly criterion: 'clearance'; readonly atLeast: Meters }
  /** The number of all robots together. */
  | { readonly criterion: 'crossings'; readonly atLeast: number }
  /** J·D/v of the crossings of all robots (`FlowObserver`). */
  | { readonly criterion: 'flow'; readonly atLeast: number }
  /** |mean of the robots' unit headings|: 1 if all face one way. The mean over the time from `after` on. */
  | { readonly criterion: 'polarization'; readonly atLeast: number; readonly after?: Seconds }
  | DistanceSpec
  | HiddenSpec
  | StoppedSpec
  | MovedSpec
  | ExcursionSpec
  | OrderSpec
  | CoverageSpec
  | NoticedSpec
  | BeatsSpec
  /** Every robot's middle, at every instant, in the rectangle between two opposite corners. */
  | { readonly criterion: 'inside'; readonly corners: readonly [Vec2, Vec2] };

/** Criteria that need contacts; kinematic bodies have none. */
export const CONTACT_CRITERIA: readonly CriterionSpec['criterion'][] = ['contacts', 'clearance'];

export interface Scenario {
  readonly name: string;
  /** What it is about, in a sentence or two. */
  readonly about?: string;
  /** The article or the equation that it shows. */
  readonly source?: string;
  /** One thing to try with it. */
  readonly try?: string;
  /** Places that a visitor of the page may drive the robot to, against the clock. */
  readonly spots?: readonly Vec2[];
  readonly duration: Seconds;
  readonly seed: number;
  readonly world: WorldSpec;
  readonly plant: PlantSpec;
  /** The faults to inject. */
  readonly faults?: readonly FaultSpec[];
  readonly sensing: 'truth' | 'odometry';
  /** Tells every robot its place from outside, late and inexactly. */
  readonly fixes?: FixesSpec;
  /** What missions are told while it runs, in the order of time. */
  readonly signals?: readonly SignalSpec[];
  /** What is different from some instant on, in the order of time. */
  readonly changes?: readonly ChangeSpec[];
  /** kinematic: bodies pass through each other and everything else, for crowds. Default physics. */
  readonly bodies?: 'physics' | 'kinematic';
  readonly communication: CommunicationSpec;
  readonly robots: readonly RobotSpec[];
  readonly criteria: readonly CriterionSpec[];
  /** Puts an arrived robot back in a seeded free place of this rectangle. */
  readonly respawn?: { readonly inside: readonly [Vec2, Vec2] };
  /** Missions to choose from while it runs; every robot gets the chosen one. */
  readonly missions?: readonly NamedMission[];
  /** The user's own behaviors that its missions name. */
  readonly behaviors?: OwnBehaviors;
}

/** A world with nothing in it. */
export const EMPTY_FLOOR: WorldSpec = {
  walls: [],
  circles: [],
  boxes: [],
  posts: { radius: 0, at: [] },
  movers: [],
};
