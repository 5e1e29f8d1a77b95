/** Where operations arrive: who may ask for what, and who drives by hand. */
import { Subject } from 'rxjs';
import type { TimeSource } from '../../math/time.js';
import type { Operation, View } from '../../signals/view.js';
import type { Asked, HandWord, Role } from '../wire.js';
import { DriveLease } from './lease.js';
import { movesTheRobot } from './messageParser.js';
import { StalenessGuard } from './stalenessGuard.js';

/** Somebody who asks. */
export interface Asker {
  readonly role: Role;
  tell(message: { readonly kind: 'refused'; readonly why: string }): void;
}

export class OperationRouter<Who extends Asker> {
  readonly operations$ = new Subject<Operation>();
  readonly #lease: DriveLease<Who>;
  readonly #shown: StalenessGuard;

  /** @param changed hears of it when the lease has another holder, or none any more */
  constructor(time: TimeSource, changed: () => void) {
    const drive = (operation: Operation) => this.operations$.next(operation);
    this.#lease = new DriveLease(time, { drive, changed });
    this.#shown = new StalenessGuard(time);
  }

  get driver(): Who | undefined {
    return this.#lease.holder;
  }

  /** What hands are judged by. */
  show(view: View): void {
    this.#shown.show(view);
  }

  said(who: Who, asked: Asked): void {
    const why = this.#refusal(who, asked);
    if (why !== undefined) this.#refuse(who, asked, why);
    else if (asked.kind !== 'teleop') this.operations$.next(asked);
    else {
      const { seen, ...teleop } = asked;
      this.#lease.steer(who, teleop);
    }
  }

  /** Guards people: whoever is gone drives no longer. */
  left(who: Who): void {
    this.#lease.letGo(who);
  }

  /** Guards people: whoever drives now has let go. */
  close(): void {
    const { driver } = this;
    if (driver) this.left(driver);
    this.operations$.complete();
  }

  #refuse(who: Who, { kind }: Asked, why: string): void {
    // Guards people: a hand whose word does not count has let go.
    if (kind === 'teleop') this.left(who);
    who.tell({ kind: 'refused', why });
  }

  #refusal(who: Who, asked: Asked): string | undefined {
    // Guards people: everybody may stop, always.
    if (asked.kind === 'stop') return undefined;
    if (who.role !== 'drive') return 'this link is for looking on; it may only stop';
    if (movesTheRobot(asked) && this.#lease.isOthers(who)) return 'somebody else is driving by hand';
    return asked.kind === 'teleop' ? this.#unfit(asked) : undefined;
  }

  #unfit({ robot, seen }: HandWord): string | undefined {
    if (robot !== undefined && !this.#shown.has(robot)) return 'there is no such robot to drive';
    // Guards people: nobody drives by what was so long ago.
    if (seen !== undefined && this.#shown.isOld(seen))
      return 'your picture of the robot is too old to drive by';
    return undefined;
  }
}
