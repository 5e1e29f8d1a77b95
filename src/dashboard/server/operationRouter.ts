/** Where operations arrive: who may ask for what, who drives by hand, and by a picture of what age. */

import { Subject } from 'rxjs';
import type { TimeSource } from '../../math/time.js';
import type { Seconds } from '../../math/units.js';
import type { FrameView, Operation, View } from '../../signals/view.js';
import type { OperationRequest, Role, TeleopRequest } from '../wire.js';
import { movesRobot } from './messageParser.js';

/** Somebody who asks. */
export interface Requester {
  readonly role: Role;
  send(message: { readonly kind: 'refused'; readonly why: string }): void;
}

export class OperationRouter<Who extends Requester> {
  readonly operations$ = new Subject<Operation>();
  readonly #lease: DriveLease<Who>;
  readonly #staleness: StalenessGuard;

  /** @param changed hears of it when the lease has another holder, or none any more */
  constructor(time: TimeSource, changed: () => void) {
    const drive = (operation: Operation) => this.operations$.next(operation);
    this.#lease = new DriveLease(time, { drive, changed });
    this.#staleness = new StalenessGuard(time);
  }

  get driver(): Who | undefined {
    return this.#lease.holder;
  }

  /** What hands are judged by. */
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

  /** Guards people: whoever is gone drives no longer. */
  left(who: Who): void {
    this.#lease.release(who);
  }

  /** Guards people: whoever drives now has let go. */
  close(): void {
    const { driver } = this;
    if (driver) this.left(driver);
    this.operations$.complete();
  }

  #refuse(who: Who, { kind }: OperationRequest, why: string): void {
    // Guards people: a hand whose word does not count has let go.
    if (kind === 'teleop') this.left(who);
    who.send({ kind: 'refused', why });
  }

  #refusal(who: Who, request: OperationRequest): string | undefined {
    // Guards people: everybody may stop, always.
    if (request.kind === 'stop') return undefined;
    if (who.role !== 'drive') return 'this link is for looking on; it may only stop';
    if (movesRobot(request) && this.#lease.isHeldByOther(who)) return 'somebody else is driving by hand';
    return request.kind === 'teleop' ? this.#teleopRefusal(request) : undefined;
  }

  #teleopRefusal({ robot, seen }: TeleopRequest): string | undefined {
    if (robot !== undefined && !this.#staleness.hasRobot(robot)) return 'there is no such robot to drive';
    // Guards people: nobody drives by what was so long ago.
    if (seen !== undefined && this.#staleness.isOld(seen))
      return 'your picture of the robot is too old to drive by';
    return undefined;
  }
}

export type Teleop = Extract<Operation, { kind: 'teleop' }>;

/** Guards people: a hand that was not heard for so long has let go; the way to the wheels takes the rest of 0.3 s. */
export const LEASE_DURATION: Seconds = 0.25;

interface HeldLease<Who> {
  readonly who: Who;
  /** What was said last; its robot is the one that must be let go. */
  readonly teleop: Teleop;
  readonly until: Seconds;
  readonly cancelTimer: () => void;
}

/** Who hears of it. */
export interface LeaseListener {
  /** To the robot. */
  drive(teleop: Teleop): void;
  /** There is another holder, or none any more. */
  changed(): void;
}

/** Who drives by hand: one at a time, and only as long as they keep saying so. */
export class DriveLease<Who extends object> {
  readonly #time: TimeSource;
  readonly #listener: LeaseListener;
  #held: HeldLease<Who> | undefined;

  constructor(time: TimeSource, listener: LeaseListener) {
    this.#time = time;
    this.#listener = listener;
  }

  get holder(): Who | undefined {
    // Guards people: a timer that comes late does not make a life longer.
    if (this.#held && this.#time.now() >= this.#held.until) this.#end(this.#held);
    return this.#held?.who;
  }

  isHeldByOther(who: Who): boolean {
    const { holder } = this;
    return holder !== undefined && holder !== who;
  }

  /** Takes the lease, or renews it; 0, 0 lets go. @returns whether it was theirs to take */
  drive(who: Who, teleop: Teleop): boolean {
    if (this.isHeldByOther(who)) return false;
    if (teleop.linear === 0 && teleop.angular === 0) this.release(who);
    else this.#hold(who, teleop);
    return true;
  }

  /** Guards people: a hand is off, or whoever had it is gone; the robot hears it at once. */
  release(who: Who): void {
    if (this.#held?.who === who) this.#end(this.#held);
  }

  #hold(who: Who, teleop: Teleop): void {
    const before = this.#held;
    before?.cancelTimer();
    // Guards people: one who turns to another robot has let go of the one before.
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

/** What lets go of the robot that this drove. */
const releaseOf = (teleop: Teleop): Teleop => ({ ...teleop, linear: 0, angular: 0 });

/** Guards people: so long after a newer picture was due nobody drives by the one before. */
const MAX_PICTURE_AGE: Seconds = 0.3;

/** What was shown last, as far as a hand is judged by it: which robots there are, and how old its picture is. */
export class StalenessGuard {
  readonly #time: Pick<TimeSource, 'now'>;
  #robots: ReadonlySet<string> = new Set();
  /** Of the slowest robot's control: every instant of it is a frame. */
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
   * Whether who said something by the frame of the instant `seen` [run's time] should long have had another: its age
   * is (run's time now − seen − period) / speed. The run's time goes on while it shows nothing, unless it is paused:
   * so a word is as old as it is wherever it waited, here too, while this thread stood still.
   */
  isOld(seen: Seconds): boolean {
    if (!this.#newest) return true;
    const { frame, shown } = this.#newest;
    const { paused, speed, reached = speed } = frame.pace;
    const since = paused ? 0 : this.#time.now() - shown;
    const age = since + (frame.at - seen - this.#period) / reached;
    // What is newer than the newest is of another run.
    return seen > frame.at || !(age <= MAX_PICTURE_AGE);
  }
}
