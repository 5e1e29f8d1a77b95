/** Views of a real robot for a page. */
import type { TickedState } from '../control/loop.js';
import type { Seconds } from '../math/units.js';
import type { Setup, Tick } from '../signals/signals.js';
import { standingWords } from '../signals/standing.js';
import type {
  BodyKind,
  FrameView,
  News,
  Operation,
  RobotFrame,
  SceneView,
  Tunable,
} from '../signals/view.js';
import type { OffPath } from './offPath.js';
import { rememberedView, viewOfRobot } from './robotView.js';

/** Operations that a page may ask of a real robot. */
const DRIVEN_OPERATIONS: readonly Operation['kind'][] = [
  'goTo',
  'follow',
  'signal',
  'goToStep',
  'move',
  'pointer',
  'fix',
  'tune',
  'save',
  'keep',
];

export function drivenScene(setup: Setup, tunables: readonly Tunable[]): SceneView {
  const { name } = setup.robot;
  return {
    kind: 'scene',
    name,
    about: '',
    source: 'robot',
    robots: [viewOfRobot(name, setup)],
    things: [],
    missions: [],
    tunables,
    gallery: [],
    can: DRIVEN_OPERATIONS,
  };
}

type Rest = Omit<FrameView, 'kind' | 'at' | 'robots' | 'moved' | 'verdict'>;

/** @param ticked the last tick; undefined before the first */
export function drivenFrame(
  { robot, mission }: Setup,
  ticked: TickedState | undefined,
  offPath: OffPath,
  steps: string | undefined,
  rest: Rest,
): FrameView {
  const crossTrack = ticked && offPath.of(robot.name, mission, ticked.tick.estimate.pose);
  const frame: RobotFrame = {
    id: robot.name,
    ranges: ticked?.state.around.ranges ?? {},
    ...rememberedView(ticked),
    ...(ticked && { tick: ticked.tick }),
    ...(crossTrack !== undefined && { crossTrack }),
    ...(steps !== undefined && { steps }),
  };
  const volts = ticked?.state.guards.supply.volts;
  const link = { ...rest.link, ...(volts && { volts }) };
  return { kind: 'frame', at: ticked?.tick.at ?? 0, robots: [frame], moved: [], verdict: [], ...rest, link };
}

export function bodyWords(kind: BodyKind, board: string | undefined): string {
  if (kind === 'simulated') return 'a simulated body';
  return kind === 'emulated' ? `an emulated ${board ?? 'board'}` : (board ?? 'a board');
}

/** What to tell of a robot that stands, unless that is where it is to stand. */
export const standingNews = (tick: Tick | undefined): string | undefined =>
  tick?.standing && !tick.arrived ? `stands ${standingWords(tick.standing)}` : undefined;

/** News of a tick, compared with the previous one. */
export function changesBetween(before: Tick | undefined, tick: Tick): Omit<News, 'at'>[] {
  const { safety, cause, arrived, faults } = tick;
  const stands = standingNews(tick);
  const latched = before && safety !== before.safety && safety !== 'faulted';
  return [
    ...(arrived && !before?.arrived ? [{ level: 'info', words: 'arrived' } as const] : []),
    ...(before?.cause?.kind === 'unplaced' && cause?.kind !== 'unplaced'
      ? [{ level: 'info', words: 'it was told where it stands' } as const]
      : []),
    ...(latched
      ? [{ level: 'info', words: cause === null ? safety : `${safety}: ${cause.what}` } as const]
      : []),
    ...(stands !== undefined && stands !== standingNews(before)
      ? [{ level: 'warning', words: `it ${stands}` } as const]
      : []),
    ...faults.slice(before?.faults.length ?? 0).map(({ what }) => ({ level: 'fault', words: what }) as const),
  ];
}

/** How well the control clock keeps time: how late its last tick came, and how many it has missed. */
export interface Punctuality {
  readonly lateness: Seconds;
  readonly lostPeriods: number;
}

export class TickClock {
  readonly #period: Seconds;
  #start: Seconds | undefined;
  #ticks = 0;
  #lost = 0;
  #lateness: Seconds = 0;

  constructor(period: Seconds) {
    this.#period = period;
  }

  /** The n-th tick is due at start + n·period; missed periods count. */
  tick(tick?: Pick<Tick, 'at' | 'lostPeriods'>): Punctuality {
    if (tick) {
      this.#start ??= tick.at;
      this.#lost += tick.lostPeriods;
      this.#lateness = Math.max(0, tick.at - this.#start - (this.#ticks + this.#lost) * this.#period);
      this.#ticks += 1;
    }
    return { lateness: this.#lateness, lostPeriods: this.#lost };
  }
}
