/** Watches one robot of a run by every check, and counts what happened to it. */
import type { Pose } from '../../src/math/geometry.js';
import type { Seconds } from '../../src/math/units.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import type {
  Command,
  Fault,
  FaultKind,
  RangeReading,
  Tick,
  WheelSpeeds,
} from '../../src/signals/signals.js';
import type { MissionSpec } from '../../src/steering/mission.js';
import { type Contact, ContactWatch, type Truth } from './checks/contacts.js';
import { deadlines } from './checks/deadline.js';
import { badBehaviorFaults, faultsAtOnce, refusesToArmInMotion } from './checks/faulting.js';
import { comesToRest, latched } from './checks/latch.js';
import { withinLimits } from './checks/limits.js';
import { finiteNumbers } from './checks/numbers.js';
import {
  holdsWhenBlind,
  noticesSlip,
  obeysBattery,
  pursuedBy,
  stopsForLostTarget,
} from './checks/sensorFaults.js';
import { noticesWheelFaults } from './checks/wheelFaults.js';
import type { Check, Moment, Subject } from './moment.js';

export interface Violation {
  readonly robot: string;
  readonly at: Seconds;
  /** Number of the robot's tick. */
  readonly tick: number;
  readonly rule: string;
  readonly what: string;
}

/** The state of a body just after a tick. */
export interface Body {
  readonly pose: Pose;
  readonly wheels: WheelSpeeds;
  readonly motorsOff: boolean;
  readonly robot: RobotDefinition;
  readonly mission: MissionSpec;
  readonly regular: boolean;
  /** How often it was put elsewhere. */
  readonly crossings: number;
}

/** A contact of which nothing is told but its kind. */
const MOST_VIOLATIONS = 20;

export class RobotWatch {
  readonly violations: Violation[] = [];
  readonly contacts: Contact[] = [];
  /** What it noticed, each kind once per run. */
  faults: readonly Fault[] = [];
  ticks = 0;
  /** The behaviors of all its missions. */
  readonly behaviors = new Set<string>();
  readonly #subject: Subject;
  readonly #checks: readonly Check[];
  readonly #contactWatch: ContactWatch;
  readonly #said: Command[] = [];
  #mission: MissionSpec | undefined;
  #mustFault: string | null = null;
  #mustNote: FaultKind | null = null;
  #crossings = 0;
  #lastAt: Seconds = 0;

  constructor(subject: Subject, truth: Truth) {
    this.#subject = subject;
    this.#contactWatch = new ContactWatch(subject, truth);
    this.#checks = [
      finiteNumbers(),
      deadlines(),
      withinLimits(),
      latched(subject),
      comesToRest(subject),
      faultsAtOnce(),
      badBehaviorFaults(subject),
      refusesToArmInMotion(subject),
      noticesWheelFaults(subject),
      holdsWhenBlind(subject),
      obeysBattery(subject),
      noticesSlip(subject),
      stopsForLostTarget(subject, () => pursuedBy(this.#mission)),
    ];
  }

  /** An operator's command on its way to the loop. */
  said(command: Command): void {
    this.#said.push(command);
  }

  /** Something that the next tick must answer with a latched fault. */
  mustFault(why: string): void {
    this.#mustFault = why;
  }

  /** Something that the next tick must have noted. */
  mustNote(kind: FaultKind): void {
    this.#mustNote = kind;
  }

  tick(at: Seconds, tick: Tick, body: Body): void {
    this.ticks++;
    if (body.mission !== this.#mission) this.#follow(body.mission);
    const placed = body.crossings !== this.#crossings;
    this.#crossings = body.crossings;
    // Field by field: copying all of `body` by `...` is slow.
    const moment: Moment = {
      at,
      tick,
      pose: body.pose,
      wheels: body.wheels,
      motorsOff: body.motorsOff,
      robot: body.robot,
      said: this.#said.splice(0),
      regular: body.regular,
      mustFault: this.#mustFault,
      placed,
    };
    this.#mustFault = null;
    this.#lastAt = at;
    this.faults = tick.faults;
    this.#checkNote(at);
    this.#contactWatch.tick(moment);
    for (const check of this.#checks) {
      const what = check.tick(moment);
      if (what !== undefined) this.#note(at, check.rule, what);
    }
  }

  #follow(mission: MissionSpec): void {
    this.#mission = mission;
    for (const name of namesIn(mission)) this.behaviors.add(name);
  }

  #checkNote(at: Seconds): void {
    const kind = this.#mustNote;
    this.#mustNote = null;
    if (kind !== null && !this.faults.some((fault) => fault.kind === kind))
      this.#note(at, 'noted', `no '${kind}' is noted`);
  }

  hear(reading: RangeReading, at: Seconds): void {
    this.#contactWatch.hear(reading, at);
  }

  step(at: Seconds): void {
    const contact = this.#contactWatch.step(at);
    if (!contact) return;
    this.contacts.push(contact);
    if (contact.kind === 'preventable')
      this.#note(at, 'contact', `touches something at ${contact.speed.toFixed(2)} m/s: ${contact.what}`);
  }

  /** At the end of the run: the loop must still tick. @param regular the clock of the last tick was on time */
  end(at: Seconds, regular: boolean): void {
    const silent = at - this.#lastAt;
    if (regular && silent > 2.5 / this.#subject.robot.control.rate)
      this.#note(at, 'deadline', `no tick for ${silent.toFixed(2)} s`);
  }

  #note(at: Seconds, rule: string, what: string): void {
    const { id: robot } = this.#subject;
    if (this.violations.length < MOST_VIOLATIONS)
      this.violations.push({ robot, at, tick: this.ticks, rule, what });
  }
}

const namesIn = (mission: MissionSpec): string[] =>
  'children' in mission
    ? [mission.behavior, ...mission.children.flatMap((child) => namesIn(child.mission))]
    : [mission.behavior];
