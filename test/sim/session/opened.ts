/** A session on a test's time, and all that it has shown. */
import { parseScenario } from '../../../sim/scenario/scenarioFile.js';
import type { SessionHost } from '../../../sim/session/openScene.js';
import { SimSession } from '../../../sim/session/simSession.js';
import { loadRobot } from '../../../src/config/loadDefinition.js';
import type { FrameView, Operation, RobotFrame, SceneView, View } from '../../../src/signals/view.js';
import { UnreadableFile } from '../../../src/validation/errors.js';
import { FakeTime } from '../../drivers/fakeTime.js';

export const readScenario = (text: string, file = 'test.yaml') =>
  parseScenario(text, file, { readPath: () => [], readRobot: (name) => loadRobot(name) });

/** Drives straight on to a far point. */
export const STRAIGHT = `
sensing: truth
robots: [{ id: a, robot: scout, mission: { seek: { target: [9, 0] } } }]
`;

export interface Opened {
  readonly session: SimSession;
  readonly time: FakeTime;
  readonly views: View[];
  readonly scene: () => SceneView;
  readonly frame: () => FrameView;
  readonly robot: (id?: string) => RobotFrame;
  /** Every frame's. */
  readonly news: () => string[];
  readonly say: (operation: Operation) => void;
  /** Real time, in seconds. */
  readonly pass: (seconds: number) => void;
}

interface More extends Partial<SessionHost> {
  /** Other scenes that may be opened, by their names. */
  readonly scenes?: Readonly<Record<string, string>>;
  readonly show?: (view: View) => void;
}

export function opened(
  text: string,
  options: ConstructorParameters<typeof SimSession>[2] = {},
  more: More = {},
): Opened {
  const time = new FakeTime();
  const views: View[] = [];
  const { scenes = {}, show = (view: View) => views.push(view), ...host } = more;
  const texts: Readonly<Record<string, string>> = { test: text, ...scenes };
  const open = (name: string) => {
    const found = texts[name];
    if (found === undefined) throw new UnreadableFile(name, 'no such file');
    const scenario = readScenario(found, `${name}.yaml`);
    return { name, about: scenario.about ?? '', scenario };
  };
  const gallery = Object.keys(texts).map((name) => ({ name, about: '' }));
  const session = new SimSession({ open, gallery: () => gallery, time, ...host }, 'test', options);
  session.start(show);
  const last = <K extends View['kind']>(kind: K) =>
    views.findLast((view) => view.kind === kind) as Extract<View, { kind: K }>;
  return {
    session,
    time,
    views,
    scene: () => last('scene'),
    frame: () => last('frame'),
    robot: (id = 'a') => {
      const robot = last('frame').robots.find((one) => one.id === id);
      if (!robot) throw new Error(`there is no robot ${id}`);
      return robot;
    },
    news: () => views.flatMap((view) => (view.kind === 'frame' ? view.news.map(({ words }) => words) : [])),
    say: (operation) => session.operate(operation),
    pass: (seconds) => time.pass(seconds),
  };
}

/** Forward speed of the true body, from where it is in two frames 0.1 s apart. */
export function speedOf({ robot, pass }: Opened, id = 'a'): number {
  const before = robot(id).truth ?? { x: 0, y: 0 };
  pass(0.1);
  const after = robot(id).truth ?? { x: 0, y: 0 };
  return Math.hypot(after.x - before.x, after.y - before.y) / 0.1;
}

export const STILL = { left: 0, right: 0 };
