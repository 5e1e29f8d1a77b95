/** `steerbot sim` with a page: in real time, before the eyes of whoever opens it, and with their hands in it. */
import { loadScenario } from '../../sim/loadScenario.js';
import type { Result } from '../../sim/run.js';
import { type Scene, Session } from '../../sim/session/session.js';
import { wallTime } from '../control/clock.js';
import type { OwnBehaviors } from '../mission.js';
import { emulatedBodies } from './emulated.js';
import { gallery } from './gallery.js';
import type { Onlookers } from './onlookers/onlookers.js';
import { recordingName } from './onlookers/page.js';
import { type ShownOptions, show } from './onlookers/showing.js';
import { saveScene } from './saveTuned.js';
import { UsageError } from './usageError.js';

export interface SimShownOptions extends ShownOptions {
  readonly seed?: number;
  readonly speed: number;
  readonly firmware?: boolean;
}

/**
 * @param tell told what came of the run once it is judged; it goes on for whoever looks on
 * @returns nothing where it was interrupted before
 * @throws FileError, UsageError before anything has run
 */
export async function simShown(
  name: string,
  { seed, speed, firmware, ...shown }: SimShownOptions,
  own: OwnBehaviors,
  tell: (result: Result) => void,
): Promise<Result | undefined> {
  const scenes = gallery();
  const open = (scene: string): Scene => {
    // Guards files: a page opens what it was shown, no path that somebody made up.
    if (scene !== name && !scenes.some((known) => known.name === scene)) {
      throw new UsageError(`there is no scene '${scene}'`);
    }
    const scenario = loadScenario(scene, { behaviors: own, ...(seed !== undefined && { seed }) });
    return { name: scene, about: scenario.about ?? '', scenario };
  };
  const first = open(name);
  const bodies = firmware ? { bodyOf: await emulatedBodies(first.scenario) } : {};
  const session = ({ show, record, keep }: Onlookers) =>
    new Session(
      {
        ...{ open, show, record, ...bodies },
        gallery: scenes,
        time: wallTime,
        save: ({ name: scene }, robots) => saveScene(scene, robots, own),
        keep: () => keep(recordingName(name)),
      },
      name,
      { speed },
    );
  return show(shown, session, async ({ judged }, onlookers, interrupted) => {
    const result = await Promise.race([judged, interrupted]);
    if (!result) return undefined;
    tell(result);
    // Nothing to judge, somebody at the terminal or at the page: it goes on. A script goes on without it.
    const stays = result.criteria.length === 0 || process.stdout.isTTY || onlookers.clients > 0;
    if (stays) await interrupted;
    return result;
  });
}
