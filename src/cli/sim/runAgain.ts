/** A recorded simulation that is run again, as fast as the computer can. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Again } from '../../../sim/session/again.js';
import type { SessionHost } from '../../../sim/session/openScene.js';
import { SimSession } from '../../../sim/session/simSession.js';
import type { Recording } from '../../recording/reading/recording.js';
import { FileError, messageOf } from '../../validation/errors.js';
import { cannotResume } from '../replay/resimulate.js';
import { ImpatientClock } from './impatientClock.js';
import type { PastRun } from './runToRepeat.js';
import { emulation } from './simShown.js';

/** The session that is run again, and its clock: it never waits while it is. */
export class RunAgain {
  readonly clock = new ImpatientClock();
  readonly session: SimSession;
  readonly #again: Again;
  readonly #recording: Recording;

  constructor(recording: Recording, { sceneOf, name, told, differs }: PastRun, host: HostOptions, speed = 1) {
    this.#recording = recording;
    const again = new Again(told, { differs });
    this.#again = again;
    const open = (scene: string) => {
      if (!again.begun) throw new RangeError(`the recording does not open '${scene}' here`);
      return sceneOf(again.begun);
    };
    const given = { open, gallery: () => [], time: this.clock, again, ...host };
    try {
      this.session = new SimSession(given, name, { speed });
    } catch (error) {
      if (error instanceof FileError) throw error;
      throw cannotResume(recording, `${messageOf(error)}; add --behaviors FILE.js with your own behaviors`);
    }
  }

  /**
   * @param isOver asked after each slice
   * @throws FileError where the run is not the recorded one
   */
  async goOnUntil(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      this.clock.goOn();
      const { departure, refusal } = this.#again;
      if (refusal !== undefined) throw refusal;
      if (departure) throw cannotResume(this.#recording, departsWords(departure));
      await nextTurn();
    }
  }

  /** It has come to its change, which it has not made yet. */
  get waits(): boolean {
    return this.#again.changed !== undefined;
  }

  get isAgain(): boolean {
    return !this.#again.isOver;
  }
}

type HostOptions = Partial<
  Pick<SessionHost, 'record' | 'recording' | 'keep' | 'bodyOf' | 'pastOf' | 'onTick'>
>;

const departsWords = ({ at, path }: NonNullable<Again['departure']>): string =>
  `this Steerbot computes another run than the recorded one, from ${at.toFixed(2)} s on (${path}); ` +
  'resume it with the version that recorded it, and with the same --behaviors';

/** Its robots' bodies, with the firmware where that drove them, and where they are in their missions. */
export const bodiesOf = async ({ firmware, sceneOf, first, pastOf }: PastRun) => ({
  ...(firmware && (await emulation(sceneOf(first).scenario))),
  ...(pastOf && { pastOf }),
});
