/** `steerbot sim` with a page: in real time, before the eyes of whoever opens it, and with their hands in it. */
import type { BodyFactory } from '../../sim/body.js';
import { type LoadedScene, loadGallery, loadScene } from '../../sim/loadScenes.js';
import type { Result } from '../../sim/run.js';
import type { Scene } from '../../sim/session/host.js';
import { Session } from '../../sim/session/session.js';
import { wallTime } from '../control/clock.js';
import type { TunedRobot } from '../files/tunedFiles.js';
import type { OwnBehaviors } from '../mission.js';
import type { View } from '../view.js';
import { emulatedBodies, warnUnguarded } from './emulated.js';
import type { Onlookers } from './onlookers/onlookers.js';
import { recordingName } from './onlookers/page.js';
import { type ShownOptions, show } from './onlookers/showing.js';
import { saveScene } from './saveTuned.js';
import { UsageError } from './usageError.js';

export interface SimShownOptions extends ShownOptions {
  readonly seed?: number;
  readonly speed: number;
  readonly firmware?: boolean;
  readonly robot?: string;
}

/**
 * @param tell told what came of the run once it is judged; it goes on for whoever looks on
 * @returns nothing where it was interrupted before
 * @throws FileError, UsageError before anything has run
 */
export async function simShown(
  name: string,
  { seed, speed, firmware, robot, ...shown }: SimShownOptions,
  own: OwnBehaviors,
  tell: (result: Result) => void,
): Promise<Result | undefined> {
  const gallery = loadGallery();
  // What a save writes back to; a session gives back the very scene that it was given.
  const files = new Map<string, string>();
  const open = (scene: string): LoadedScene => {
    // Guards files: a page opens what it was shown, no path that somebody made up.
    if (scene !== name && !gallery.some((known) => known.name === scene)) {
      throw new UsageError(`there is no scene '${scene}'`);
    }
    const loaded = loadScene(scene, { behaviors: own, seed, robot });
    files.set(loaded.name, loaded.file);
    return loaded;
  };
  const first = open(name);
  if (firmware) warnUnguarded(first.scenario);
  const bodies = firmware ? { bodyOf: onceEach(await emulatedBodies(first.scenario)) } : {};
  const session = (onlookers: Onlookers) =>
    new Session(
      {
        ...{ open, gallery, ...bodies },
        time: wallTime,
        show: (view) => onlookers.show(withRecording(view, onlookers)),
        record: onlookers.record,
        // What another robot was tuned to belongs in no file that the scene names.
        ...(robot === undefined && {
          save: (scene: Scene, robots: readonly TunedRobot[]) =>
            saveScene(files.get(scene.name) ?? scene.name, robots, own),
        }),
        keep: () => onlookers.keep(recordingName(name)),
      },
      name,
      { speed },
    );
  return show(shown, session, async (running, onlookers, interrupted) => {
    onlookers.kept$.subscribe((kept) => {
      if ('trouble' in kept) running.tell('warning', `not kept: ${kept.trouble}`);
      else running.tell('info', `kept in ${kept.file}`);
    });
    const result = await Promise.race([running.judged, interrupted]);
    if (!result) return undefined;
    tell(result);
    // Nothing to judge, somebody at the terminal or at the page: it goes on. A script goes on without it.
    const stays = result.criteria.length === 0 || process.stdout.isTTY || onlookers.clients > 0;
    if (stays) await interrupted;
    return result;
  });
}

/** An emulated board lives as long as its robot; a run that begins anew would find it switched off. */
function onceEach(bodyOf: BodyFactory): BodyFactory {
  const made = new Set<string>();
  return (seat) => {
    if (made.has(seat.id)) throw new UsageError('with --firmware a run is not begun again; start it anew');
    made.add(seat.id);
    return bodyOf(seat);
  };
}

/** How the recording to a file fares is for the page, too. */
const withRecording = (view: View, { recording }: Onlookers): View =>
  view.kind === 'frame' && recording ? { ...view, link: { ...view.link, recording } } : view;
