/** `steerbot sim` with a page: in real time, where users watch and take part. */
import { relative } from 'node:path';
import { filter, firstValueFrom, merge } from 'rxjs';
import type { BodyFactory } from '../../../sim/engine/body.js';
import type { Result } from '../../../sim/engine/run.js';
import { refuseLinkFaults } from '../../../sim/scenario/faultSpec.js';
import type { GalleryEntry } from '../../../sim/scenario/gallery.js';
import { type LoadedScene, loadGallery, loadScene, ownEntry } from '../../../sim/scenario/loadScenario.js';
import type { Scenario } from '../../../sim/scenario/scenario.js';
import type { Setting } from '../../../sim/scenario/vary.js';
import type { Scene } from '../../../sim/session/openScene.js';
import { SimSession } from '../../../sim/session/simSession.js';
import { findFile, notingFiles, SCENARIOS } from '../../config/loadFile.js';
import { type LimitOptions, missionLimits } from '../../config/robot/limitOptions.js';
import type { TunedRobot } from '../../config/tuning/tunedFiles.js';
import { wallTime } from '../../control/clock.js';
import type { Seconds } from '../../math/units.js';
import type { MissionLimits } from '../../safety/missionLimits.js';
import type { OwnBehaviors } from '../../steering/mission.js';
import { UsageError } from '../../validation/errors.js';
import { recordingName } from '../pageHost/pageAddress.js';
import type { PageHost } from '../pageHost/pageHost.js';
import { type ServeOptions, showSession } from '../pageHost/servePage.js';
import { FileWatch } from './fileWatch.js';
import { OwnCopies } from './ownCopies.js';
import { SceneFiles } from './saveTuned.js';

export interface SimShownOptions extends ServeOptions, LimitOptions {
  readonly seed?: number;
  readonly speed: number;
  readonly firmware?: boolean;
  readonly robot?: string;
  readonly settings?: readonly Setting[];
  readonly mission?: string;
}

interface SceneOptions extends Pick<SimShownOptions, 'settings' | 'mission'> {
  readonly behaviors: OwnBehaviors;
  readonly seed: number | undefined;
  readonly robot: string | undefined;
  readonly firmware: boolean;
  readonly limits: MissionLimits;
}

/** Loaded only now. */
export async function emulation(scenario: Scenario): Promise<{ readonly bodyOf: BodyFactory }> {
  const { firmwareBodies, warnUnguarded } = await import('./firmware.js');
  warnUnguarded(scenario);
  return { bodyOf: onceEach(await firmwareBodies(scenario)) };
}

/**
 * @param tell called with the result once the run is judged; the run goes on for open pages, unless it is `headless`
 * @returns undefined if interrupted first
 * @throws FileError, UsageError before anything has run
 */
export async function simShown(
  name: string,
  { seed, speed, firmware, robot, settings = [], mission, ...shown }: SimShownOptions,
  own: OwnBehaviors,
  tell: (result: Result) => void,
): Promise<Result | undefined> {
  const scenes = new Scenes(name, {
    ...{ behaviors: own, seed, robot, firmware: firmware === true, settings },
    ...(mission !== undefined && { mission }),
    limits: missionLimits(shown),
  });
  const { scenario } = scenes.open(name);
  const asFiled = robot === undefined && mission === undefined && settings.length === 0;
  const bodies = firmware ? await emulation(scenario) : {};
  const session = (host: PageHost) =>
    new SimSession(
      {
        ...{ open: scenes.open, gallery: () => scenes.gallery, ...bodies },
        time: wallTime,
        record: host.record,
        recording: () => host.recording,
        // Tuned values of what an option gave belong in no file that the scene names.
        ...(asFiled && { save: scenes.save }),
        keep: () => host.keep(recordingName(name)),
      },
      name,
      { speed, paused: !shown.headless },
    );
  return showSession(shown, session, async (running, host, interrupted) => {
    tellWhatIsKept(host, running);
    const watch = new FileWatch(
      // A run without a page is not begun again.
      () => (shown.headless ? [] : scenes.files),
      wallTime,
      () => running.reread(),
    );
    scenes.onRead = () => watch.adopt();
    scenes.onSaved = () => watch.accept();
    if (!shown.headless) void beginWithVisitor(host, running);
    try {
      const result = await Promise.race([running.judged, interrupted]);
      if (result) tell(result);
      // With a page the user may go on with the run.
      if (result && !shown.headless) await interrupted;
      return result;
    } finally {
      watch.close();
    }
  });
}

/** A gallery is read anew after this time: files come and go. */
const GALLERY_LIFE: Seconds = 2;

/** The scenes that a page may open, and their files. */
class Scenes {
  /** The files that the open scene is made from. */
  files: ReadonlySet<string> = new Set();
  /** Called when a scene was read. */
  onRead: () => void = () => {};
  /** Called when this program has written files of the scene. */
  onSaved: () => void = () => {};
  readonly #first: string;
  readonly #options: SceneOptions;
  /** The files to save to, by scene; a session passes back the same scene that it was given. */
  readonly #files = new Map<string, SceneFiles>();
  readonly #copies = new OwnCopies();
  #gathered: { readonly at: Seconds; readonly entries: readonly GalleryEntry[] } = {
    at: Number.NEGATIVE_INFINITY,
    entries: [],
  };

  constructor(first: string, options: SceneOptions) {
    this.#first = first;
    this.#options = options;
  }

  /** The scene of the command line is among them, wherever its file is. Each change of a slider asks for it. */
  get gallery(): readonly GalleryEntry[] {
    const now = wallTime.now();
    if (now - this.#gathered.at > GALLERY_LIFE) this.#gathered = { at: now, entries: this.#gather() };
    return this.#gathered.entries;
  }

  #gather(): readonly GalleryEntry[] {
    const entries = loadGallery();
    // The same file may be written in another way: ./yard.yaml.
    const first = relative('.', this.#first);
    return entries.some(({ name }) => name === this.#first || name === first)
      ? entries
      : [ownEntry(this.#first), ...entries];
  }

  /** Guards files: a page may open only the scenes that it was offered, not any path. @throws UsageError */
  readonly open = (name: string, missionText?: string): LoadedScene => {
    if (name !== this.#first && !this.gallery.some((known) => known.name === name)) {
      throw new UsageError(`there is no scene '${name}'`);
    }
    // A scene that was saved to a copy is now that copy.
    const { settings = [], mission, ...options } = this.#options;
    // They are meant for the scene that the command names.
    const changes = name === this.#first ? { settings, mission } : {};
    const files = new Set<string>();
    const loaded = notingFiles(files, () =>
      loadScene(this.#copies.now(findFile(name, SCENARIOS)), { ...options, ...changes, missionText }),
    );
    // Where it has a mistake, the scene goes on as it was, and so do its files.
    this.files = files;
    this.onRead();
    if (!this.#options.firmware) refuseLinkFaults(loaded.scenario, 'start with --firmware');
    this.#files.set(loaded.name, new SceneFiles(loaded.file, this.#options.behaviors, this.#copies));
    return loaded;
  };

  readonly save = ({ name }: Scene, robots: readonly TunedRobot[]): string => {
    const files = this.#files.get(name);
    if (!files) throw new Error(`the scene '${name}' was not opened here`);
    const said = files.save(robots);
    // A copy is a scene of one's own, and found as such.
    this.#gathered = { at: Number.NEGATIVE_INFINITY, entries: [] };
    this.onSaved();
    return said;
  };
}

export function tellWhatIsKept({ kept$ }: PageHost, running: SimSession): void {
  kept$.subscribe((kept) => {
    if ('trouble' in kept) running.tell('warning', `not kept: ${kept.trouble}`);
    else running.tell('info', `kept in ${kept.file}`);
  });
}

const WAITING =
  'It begins with the first visitor of the page. Ctrl-C ends it, and --headless runs without a page.\n';

/** The run waits for the first client, of the page or of Foxglove, so that its beginning is seen. */
export async function beginWithVisitor(host: PageHost, running: SimSession): Promise<void> {
  process.stderr.write(WAITING);
  await firstValueFrom(merge(host.clients$, host.foxgloveClients$).pipe(filter((clients) => clients > 0)));
  running.operate({ kind: 'pause', paused: false });
}

/** An emulated board lives as long as its robot; a restarted run would find it switched off. */
function onceEach(bodyOf: BodyFactory): BodyFactory {
  const made = new Set<string>();
  return (context) => {
    if (made.has(context.id))
      throw new UsageError('with --firmware a run cannot be restarted; start steerbot again');
    made.add(context.id);
    return bodyOf(context);
  };
}
