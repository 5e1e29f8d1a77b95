/** A real robot as a page is shown it. */
import { offPath } from '../../../sim/session/offPath.js';
import { viewOfRobot } from '../../../sim/session/sceneView.js';
import { tunablesOf } from '../../config/tuning/tunables.js';
import type { TickedState } from '../../control/loop.js';
import type { Setup, Tick } from '../../signals/signals.js';
import type { FrameView, News, Operation, RobotFrame, SceneView } from '../../signals/view.js';
import type { OwnBehaviors } from '../../steering/mission.js';

/** What a page may ask of a real robot. */
const CAN: readonly Operation['kind'][] = ['goTo', 'follow', 'pointer', 'tune', 'save', 'keep'];

/**
 * What its body is, is no matter of taste: a slider that makes the motors weaker than they are would lift every limit.
 *
 * @param first as its file has it, and its mission as it was given
 */
export function drivenScene(setup: Setup, first: Setup, own: OwnBehaviors): SceneView {
  const { name } = setup.robot;
  return {
    kind: 'scene',
    name,
    about: '',
    source: 'robot',
    robots: [viewOfRobot(name, setup)],
    things: [],
    missions: [],
    tunables: tunablesOf(setup, name, { own, first, body: false }),
    gallery: [],
    can: CAN,
  };
}

type Rest = Omit<FrameView, 'kind' | 'at' | 'robots' | 'moved' | 'verdict'>;

/** @param ticked the last tick; missing before the first */
export function drivenFrame(
  { robot, mission }: Setup,
  ticked: TickedState | undefined,
  rest: Rest,
): FrameView {
  const crossTrack = ticked && offPath(mission, ticked.tick.estimate.pose);
  const frame: RobotFrame = {
    id: robot.name,
    ranges: ticked?.state.around.ranges ?? {},
    ...(ticked && { tick: ticked.tick }),
    ...(crossTrack !== undefined && { crossTrack }),
  };
  const volts = ticked?.state.guards.supply.volts;
  const link = { ...rest.link, ...(volts && { volts }) };
  return { kind: 'frame', at: ticked?.tick.at ?? 0, robots: [frame], moved: [], verdict: [], ...rest, link };
}

/** What is worth telling of a tick. */
export function changesBetween(before: Tick | undefined, tick: Tick): Omit<News, 'at'>[] {
  const { safety, cause, arrived, faults } = tick;
  const latched = before && safety !== before.safety && safety !== 'faulted';
  return [
    ...(arrived && !before?.arrived ? [{ level: 'info', words: 'arrived' } as const] : []),
    ...(latched ? [{ level: 'info', words: cause === null ? safety : `${safety}: ${cause}` } as const] : []),
    ...faults.slice(before?.faults.length ?? 0).map(({ what }) => ({ level: 'fault', words: what }) as const),
  ];
}
