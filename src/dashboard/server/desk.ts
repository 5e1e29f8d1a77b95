/** Where operations arrive: who may ask for what, and who drives by hand. */
import { Subject } from 'rxjs';
import type { TimeSource } from '../../time.js';
import type { Operation } from '../../view.js';
import type { Role } from '../wire.js';
import { movesTheRobot } from './inbox.js';
import { DriveLease } from './lease.js';

/** Somebody who asks. */
export interface Asker {
  readonly role: Role;
  tell(message: { readonly kind: 'refused'; readonly why: string }): void;
}

export class Desk<Who extends Asker> {
  readonly operations$ = new Subject<Operation>();
  readonly #lease: DriveLease<Who>;

  /** @param changed hears of it when the lease has another holder, or none any more */
  constructor(time: TimeSource, changed: () => void) {
    const drive = (operation: Operation) => this.operations$.next(operation);
    this.#lease = new DriveLease(time, { drive, changed });
  }

  get driver(): Who | undefined {
    return this.#lease.holder;
  }

  said(who: Who, operation: Operation): void {
    const why = this.#refusal(who, operation);
    if (why !== undefined) who.tell({ kind: 'refused', why });
    else if (operation.kind === 'teleop') this.#lease.steer(who, operation);
    else this.operations$.next(operation);
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

  #refusal(who: Who, operation: Operation): string | undefined {
    // Guards people: everybody may stop, always.
    if (operation.kind === 'stop') return undefined;
    if (who.role !== 'drive') return 'this link is for looking on; it may only stop';
    if (movesTheRobot(operation) && this.#lease.isOthers(who)) return 'somebody else is driving by hand';
    return undefined;
  }
}
