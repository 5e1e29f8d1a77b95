/** `steerbot drive`: a mission on a real robot, or on an emulated one. */

import { ReplaySubject } from 'rxjs';
import type { Miswired } from '../../../sim/avr/miswired.js';
import { loadFoundPath, loadMission, loadRobot } from '../../config/loadDefinition.js';
import { loadText } from '../../config/loadFile.js';
import { writtenPoint } from '../../config/mission/missionFile.js';
import { missionSchema } from '../../config/mission/missionSchema.js';
import { type LimitOptions, missionLimits, withLimits } from '../../config/robot/limitOptions.js';
import { SourceDocument } from '../../config/yaml/document.js';
import { resumeMission } from '../../control/placing.js';
import { prepareModel } from '../../control/robotModel.js';
import { isUnplaced, startLoop, UNPLACED } from '../../control/state.js';
import { blindTrouble } from '../../drive/sight.js';
import type { Pose } from '../../math/geometry.js';
import type { Seconds } from '../../math/units.js';
import type { RobotDefinition } from '../../robot/robot.js';
import { unreadSensors, unreadWords } from '../../sensors/boardInputs.js';
import type { Until } from '../../session/ride.js';
import {
  goalsOf,
  type MissionSpec,
  missionBehavior,
  type OwnBehaviors,
  tellsItsEnd,
} from '../../steering/mission.js';
import { missionSteps, runningLeaves } from '../../steering/missions/steps.js';
import { UsageError } from '../../validation/errors.js';
import { fieldOf } from '../../validation/values.js';
import { type LinkOptions, linkOf, refuseLink } from '../linkOptions.js';
import { ownBehaviorsOf } from '../ownBehaviors.js';
import type { Listen } from '../pageHost/messages.js';
import { beginsElsewhere, pathsSaid } from '../pathWords.js';
import type { ExitCode } from '../terminal/exitCodes.js';
import { mustBeNew } from '../terminal/outputFile.js';
import { refuseExit } from '../terminal/processExit.js';
import { type Interruption, interruptions$ } from '../terminal/shutdown.js';
import { isAttended, isInForeground, neverWaitFor } from '../terminal/terminal.js';
import { openDrivePage } from './drivePage.js';
import { driveExitCode, reportDrive } from './driveReport.js';
import { keepLatency, keptLatency } from './keptLatency.js';
import { robotOpener } from './openRobot.js';
import { type PastDrive, pastDrive } from './pastDrive.js';
import { miswiredBody, refuseMiswired } from './practice.js';
import { runMission } from './runMission.js';
import { saidPlace } from './saidPlace.js';
import { type StartOptions, startPlace } from './startPlace.js';

export interface DriveCommandOptions extends WantedMission, LimitOptions, LinkOptions, StartOptions {
  /** A seed: the emulated robot is wired unlike its file. */
  readonly miswired?: number;
  readonly withoutDeadman?: boolean;
  readonly headless?: boolean;
  readonly json?: boolean;
  readonly record?: string;
  readonly listen?: Listen;
  /** Shows the drive to Foxglove there. */
  readonly foxglove?: Listen;
  /** The file of the user's own behaviors. */
  readonly behaviors?: string;
  /** With `resume`: where the robot stands now. */
  readonly at?: string;
}

/** @throws FileError, UsageError, DriverError before anything has moved */
export async function driveCommand(name: string, options: DriveCommandOptions): Promise<ExitCode> {
  const robot = withLimits(loadRobot(name), missionLimits(options));
  const behaviors = await ownBehaviors(options);
  const { withoutDeadman = false, headless = false, json = false, record, listen, foxglove } = options;
  const past = pastOf(robot, options, behaviors);
  const mission = past?.mission ?? drivenMission(options, behaviors);
  const start = startPlace(mission, past ? {} : options);
  // (A recorded drive may have waited, too.)
  if (headless && isIdle(mission)) throw new UsageError('--wait needs the page; leave --headless out');
  const trouble = blindTrouble(robot, mission);
  if (trouble !== undefined) throw new UsageError(trouble);
  for (const sensor of unreadSensors(robot)) process.stderr.write(`warning: ${unreadWords(sensor)}\n`);
  if (record !== undefined) mustBeNew('--record', record, 'run.mcap');
  refuseLink(options);
  // Guards people: an operator who can type can stop it, whether or not anything is shown.
  const listens = process.stdin.isTTY === true && isInForeground();
  const attended = listens && !headless && isAttended();
  const open = await robotOpener(robot, {
    ...linkOf(options),
    withoutDeadman,
    attended,
    ...(await practiceBody(robot, options)),
  });
  const model = prepareModel(robot, missionBehavior(mission, behaviors));
  const known = { name, port: options.port ?? 'auto', declared: robot.control.latency };
  const latency = options.miswired === undefined ? keptLatency(known) : null;
  const initial = past
    ? resumeMission(model, past.state, { at: 0, latency, ...(past.stands && { pose: past.stands }) })
    : startLoop(model, { at: 0, pose: start, speed: 0, seed: 1, latency });
  if (past)
    process.stderr.write(`${resumedWords(options.resume ?? '', past, initial.mission.memory, behaviors)}\n`);
  for (const line of past ? [] : pathWords(mission, start, options)) process.stderr.write(`${line}\n`);
  if (isUnplaced(initial) && !listens)
    process.stderr.write(`${UNPLACED.what}: say it on the page, or start it with --at x,y,heading\n`);
  if (initial.estimator.latency?.used) process.stderr.write(`${keptWords(initial.estimator.latency.used)}\n`);
  // Guards people: from here on no signal and no error ends the process before the wheels are stopped.
  let last: Interruption | undefined;
  const interrupted$ = new ReplaySubject<Interruption>(1);
  const watch = interruptions$.subscribe(interrupted$);
  watch.add(interrupted$.subscribe((interruption) => (last ??= interruption)));
  watch.add(refuseExit());
  try {
    const seen = {
      ...{ headless, attended },
      ...(record !== undefined && { record }),
      ...(listen && { listen }),
      ...(foxglove && { foxglove }),
    };
    const page = await openDrivePage({ name, robot, mission, own: behaviors }, seen);
    const terminal = { input: process.stdin, output: process.stderr };
    neverWaitFor(terminal.output);
    const { session: observer } = page;
    const plan = { model, initial, until: untilOf(mission), open, interrupted$ };
    const end = await runMission({ ...plan, terminal, listens, attended, observer }).catch(
      async (error: unknown) => {
        await page.close({ faulted: false });
        throw error;
      },
    );
    const { kind } = end.ending;
    const faulted = kind === 'faulted' || kind === 'tripped' || kind === 'lost';
    await page.close({ faulted: faulted || last?.error !== undefined });
    const { found = null, used = null } = end.state.estimator.latency ?? {};
    // A drive that was too short to measure it leaves what is known.
    if (found && options.miswired === undefined) keepLatency(known, used);
    process.stdout.write(`${reportDrive(robot, end, last, json)}\n`);
    return driveExitCode(end, last);
  } finally {
    watch.unsubscribe();
  }
}

/** What was read of the files of its paths, and where the first path begins, seen from where it starts. */
function pathWords(
  mission: MissionSpec,
  start: Pose,
  { path, mission: file }: DriveCommandOptions,
): readonly string[] {
  const value =
    file === undefined ? { followPath: { path } } : new SourceDocument(loadText(file), file).value;
  const elsewhere = beginsElsewhere(mission, start);
  return [...pathsSaid(value, file ?? '.'), ...(elsewhere === undefined ? [] : [elsewhere])];
}

/** A recorded drive that goes on, and where its robot stands now, if that was said. */
interface Resumed extends PastDrive {
  readonly stands?: Pose;
}

/** @throws UsageError, FileError */
function pastOf(
  robot: RobotDefinition,
  options: DriveCommandOptions,
  own: OwnBehaviors,
): Resumed | undefined {
  const { resume, at, headless } = options;
  if (resume === undefined && at !== undefined)
    throw new UsageError('--at says where a robot stands that goes on; add --resume FILE, or leave it out');
  if (resume === undefined) return undefined;
  if (options.start !== undefined || options.fromPathStart)
    throw new UsageError('--resume goes on where its recording ends; say where it stands with --at');
  refuseOtherMissions(options);
  if (headless && at === undefined)
    throw new UsageError('--headless: nobody can say where it stands; add --at x,y,heading or --at here');
  const said = at === undefined ? undefined : saidPlace(at);
  const past = pastDrive(resume, robot, own);
  return at === undefined ? past : { ...past, stands: said ?? past.state.estimator.belief.pose };
}

function resumedWords(
  file: string,
  { mission, until }: PastDrive,
  memory: unknown,
  own: OwnBehaviors,
): string {
  const running = runningLeaves(missionSteps(missionBehavior(mission, own), memory));
  const isOver = fieldOf(memory, 'ended') ? ', where its mission was over' : '';
  const where = running.length > 0 ? `, in ${running.join(', ')}` : isOver;
  return `goes on where ${file} ends, at ${until.toFixed(2)} s${where}`;
}

const keptWords = (latency: Seconds): string =>
  `it answered after ${Math.round(1000 * latency)} ms in its last drive, and is reckoned to until that is measured anew`;

/** Its emulated body, where a seed wires it unlike its file. @throws UsageError */
export async function practiceBody(
  robot: RobotDefinition,
  { port, miswired: seed }: Pick<DriveCommandOptions, 'port' | 'miswired'>,
): Promise<Partial<Miswired>> {
  refuseMiswired(port, seed);
  if (seed === undefined) return {};
  process.stderr.write(
    `seed ${seed} has wired this robot; its file may not say how, and --try-wheels finds out\n`,
  );
  return miswiredBody(robot, seed);
}

/** Only a mission file can name an own behavior. */
async function ownBehaviors({ mission, behaviors, resume }: DriveCommandOptions): Promise<OwnBehaviors> {
  if (behaviors === undefined) return {};
  if (mission === undefined && resume === undefined)
    throw new UsageError('--behaviors needs a mission that calls them; give --mission FILE');
  return ownBehaviorsOf(behaviors);
}

/** A mission that only seeks is done when it passes its goal; others must rest there; without goals it never ends. */
function untilOf(mission: MissionSpec): Until {
  if (isIdle(mission)) return 'interrupted';
  const goals = goalsOf(mission);
  if (tellsItsEnd(mission)) return 'at rest';
  return goals.length > 0 && goals.every(({ kind }) => kind === 'seek') ? 'there' : 'at rest';
}

export interface WantedMission {
  readonly seek?: string;
  readonly arrive?: string;
  readonly path?: string;
  readonly mission?: string;
  /** For targets that are chosen on the page. */
  readonly wait?: boolean;
  /** A recording whose mission goes on. */
  readonly resume?: string;
}

const MISSION_OPTIONS = '--seek x,y, --arrive x,y, --path FILE, --mission FILE, --resume FILE or --wait';

/** Waits for a target from the page. */
const IDLE_MISSION: MissionSpec = { behavior: 'prioritize', children: [] };

/** Also as a recording has it. */
export const isIdle = (mission: MissionSpec): boolean =>
  mission.behavior === 'prioritize' && 'children' in mission && mission.children.length === 0;

/** @throws UsageError where more than one mission is given */
function refuseOtherMissions(options: WantedMission): void {
  const given = (['seek', 'arrive', 'path', 'mission', 'resume', 'wait'] as const).filter(
    (key) => options[key] !== undefined,
  );
  if (given.length > 1)
    throw new UsageError(`--${given.join(' and --')} are given; give only one of ${MISSION_OPTIONS}`);
}

/** @throws UsageError, or FileError for the content of a file */
export function drivenMission(options: WantedMission, behaviors: OwnBehaviors = {}): MissionSpec {
  refuseOtherMissions(options);
  const key = (['seek', 'arrive', 'path', 'mission', 'wait'] as const).find(
    (one) => options[one] !== undefined,
  );
  if (key === undefined) throw new UsageError(`there is nothing to do; give one of ${MISSION_OPTIONS}`);
  if (key === 'wait') return IDLE_MISSION;
  const text = options[key] ?? '';
  if (key === 'mission') return onlyPoints(loadMission(text, { behaviors }), text);
  if (key === 'path') {
    return checked({ followPath: { path: loadFoundPath(text).points.map(writtenPoint) } }, `--path ${text}`);
  }
  const point = text.split(',').map((part) => part.trim());
  return checked({ [key]: { target: point.map(asNumber) } }, `--${key} ${text}`);
}

/** A bare number is metres; the schema reads a text with a unit. */
const asNumber = (text: string): number | string =>
  text !== '' && Number.isFinite(Number(text)) ? Number(text) : text;

function checked(value: unknown, written: string): MissionSpec {
  const { data, error } = missionSchema().safeParse(value);
  if (data) return data;
  const why = [...new Set(error.issues.map(({ message }) => message))].join('; ');
  throw new UsageError(`${written}: ${why}`);
}

/** A real robot cannot see a scenario's movers and robots. */
function onlyPoints(mission: MissionSpec, file: string): MissionSpec {
  const stranger = /"(mover|robot)":"([^"]*)"/.exec(JSON.stringify(mission));
  if (stranger) {
    throw new UsageError(
      `${file}: the ${stranger[1]} '${stranger[2]}' exists only in a simulation; give a real robot points [x, y]`,
    );
  }
  return mission;
}
