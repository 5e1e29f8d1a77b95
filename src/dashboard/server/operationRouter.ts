/** Checks operations: which client may ask for what, which one drives by hand, and how old its picture may be. */

import { Subject } from 'rxjs';
import type { TimeSource } from '../../math/time.js';
import type { Seconds } from '../../math/units.js';
import { TELEOP_LIFE } from '../../signals/signals.js';
import type { FrameView, Operation, View } from '../../signals/view.js';
import type { OperationRequest, Role, TeleopRequest } from '../wire.js';
import { movesRobot } from './messageParser.js';

/** A client that sends requests. */
export interface Requester {
  readonly role: Role;
  send(message: { readonly kind: 'refused'; readonly why: string }): void;
}

export class OperationRouter<Who extends Requester> {
  readonly operations$ = new Subject<Operation>();
  readonly #lease: DriveLease<Who>;
  readonly #staleness: StalenessGuard;

  /** @param changed called when another client, or none, holds the lease */
  constructor(time: TimeSource, changed: () => void) {
    const drive = (operation: Operation) => this.operations$.next(operation);
    this.#lease = new DriveLease(time, { drive, changed });
    this.#staleness = new StalenessGuard(time);
  }

  get driver(): Who | undefined {
    return this.#lease.holder;
  }

  /** Learns the robots and the newest frame, by which teleop is judged. */
  show(view: View): void {
    this.#staleness.show(view);
  }

  handle(who: Who, request: OperationRequest): void {
    const why = this.#refusal(who, request);
    if (why !== undefined) this.#refuse(who, request, why);
    else if (request.kind !== 'teleop') this.operations$.next(request);
    else {
      const { seen, ...teleop } = request;
      this.#lease.drive(who, teleop);
    }
  }

  /** Guards people: a client that has left no longer drives. */
  left(who: Who): void {
    this.#lease.release(who);
  }

  /** Guards people: releases the driving client's robot. */
  close(): void {
    const { driver } = this;
    if (driver) this.left(driver);
    this.operations$.complete();
  }

  #refuse(who: Who, { kind }: OperationRequest, why: string): void {
    // Guards people: a client whose command is refused has let go.
    if (kind === 'teleop') this.left(who);
    who.send({ kind: 'refused', why });
  }

  #refusal(who: Who, request: OperationRequest): string | undefined {
    // Guards people: every client may stop, always.
    if (request.kind === 'stop') return undefined;
    if (who.role !== 'drive') return 'this link is for viewing; it may only stop';
    if (movesRobot(request) && this.#lease.isHeldByOther(who)) return 'another operator is driving by hand';
    return request.kind === 'teleop' ? this.#teleopRefusal(request) : undefined;
  }

  #teleopRefusal({ robot, seen }: TeleopRequest): string | undefined {
    if (robot !== undefined && !this.#staleness.hasRobot(robot)) return 'there is no such robot to drive';
    // Guards people: refuses commands that are based on an old picture.
    if (seen !== undefined && this.#staleness.isOld(seen))
      return 'your picture of the robot is too old to drive by';
    return undefined;
  }
}

export type Teleop = Extract<Operation, { kind: 'teleop' }>;

/** Guards people: after this silence the client has let go; the way to the wheels takes the rest of 0.3 s. */
export const LEASE_DURATION: Seconds = TELEOP_LIFE;

interface HeldLease<Who> {
  readonly who: Who;
  /** The last command; its robot is the one to release. */
  readonly teleop: Teleop;
  readonly until: Seconds;
  readonly cancelTimer: () => void;
}

/** Hears of the lease. */
export interface LeaseListener {
  /** For the robot. */
  drive(teleop: Teleop): void;
  /** Another client, or none, holds the lease. */
  changed(): void;
}

/** Which client drives by hand: one at a time, and only as long as it keeps sending. */
export class DriveLease<Who extends object> {
  readonly #time: TimeSource;
  readonly #listener: LeaseListener;
  #held: HeldLease<Who> | undefined;

  constructor(time: TimeSource, listener: LeaseListener) {
    this.#time = time;
    this.#listener = listener;
  }

  get holder(): Who | undefined {
    // A late timer must not extend the lease.
    if (this.#held && this.#time.now() >= this.#held.until) this.#end(this.#held);
    return this.#held?.who;
  }

  isHeldByOther(who: Who): boolean {
    const { holder } = this;
    return holder !== undefined && holder !== who;
  }

  /** Takes the lease, or renews it; 0, 0 releases it. @returns whether the client could take it */
  drive(who: Who, teleop: Teleop): boolean {
    if (this.isHeldByOther(who)) return false;
    if (teleop.linear === 0 && teleop.angular === 0) this.release(who);
    else this.#hold(who, teleop);
    return true;
  }

  /** Guards people: the client has let go, or has left; the robot is told at once. */
  release(who: Who): void {
    if (this.#held?.who === who) this.#end(this.#held);
  }

  #hold(who: Who, teleop: Teleop): void {
    const before = this.#held;
    before?.cancelTimer();
    // Guards people: a client that turns to another robot has let go of the first.
    if (before && before.teleop.robot !== teleop.robot) this.#listener.drive(releaseOf(before.teleop));
    const until = this.#time.now() + LEASE_DURATION;
    const cancelTimer = this.#time.after(LEASE_DURATION, () => this.release(who));
    this.#held = { who, teleop, until, cancelTimer };
    this.#listener.drive(teleop);
    if (!before) this.#listener.changed();
  }

  #end({ teleop, cancelTimer }: HeldLease<Who>): void {
    cancelTimer();
    this.#held = undefined;
    this.#listener.drive(releaseOf(teleop));
    this.#listener.changed();
  }
}

/** The command that releases the robot that this one drove. */
const releaseOf = (teleop: Teleop): Teleop => ({ ...teleop, linear: 0, angular: 0 });

/** Guards people: a command counts only this long after a newer picture was due. */
const MAX_PICTURE_AGE: Seconds = 0.3;

/** Judges commands by the last views: the robots, and the age of the client's picture. */
export class StalenessGuard {
  readonly #time: Pick<TimeSource, 'now'>;
  #robots: ReadonlySet<string> = new Set();
  /** The control period of the slowest robot: each of its ticks gives a frame. */
  #period: Seconds = 0;
  #newest: { readonly frame: FrameView; readonly shown: Seconds } | undefined;

  constructor(time: Pick<TimeSource, 'now'>) {
    this.#time = time;
  }

  show(view: View): void {
    if (view.kind === 'frame') this.#newest = { frame: view, shown: this.#time.now() };
    else {
      this.#robots = new Set(view.robots.map(({ id }) => id));
      this.#period = Math.max(0, ...view.robots.map(({ rate }) => 1 / rate));
    }
  }

  hasRobot(robot: string): boolean {
    return this.#robots.has(robot);
  }

  /**
   * Whether a command based on the frame at `seen` [run's time] is too old: its age is
   * (run's time now − seen − period) / speed. The run's time goes on while it shows nothing, unless it is paused: so the
   * age counts every delay, also the time in which this thread stood still.
   */
  isOld(seen: Seconds): boolean {
    if (!this.#newest) return true;
    const { frame, shown } = this.#newest;
    const { paused, speed, reached = speed } = frame.pace;
    const since = paused ? 0 : this.#time.now() - shown;
    const age = since + (frame.at - seen - this.#period) / reached;
    // A time after the newest frame belongs to another run.
    return seen > frame.at || !(age <= MAX_PICTURE_AGE);
  }
}
