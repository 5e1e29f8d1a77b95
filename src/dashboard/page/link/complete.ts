/** Views as the page needs them: what a server left out, an older one or a newer, is empty. */
import type { FrameView, RobotFrame, SceneView, View } from '../../../signals/view.js';

const EMPTY_SCENE: SceneView = {
  kind: 'scene',
  name: '',
  about: '',
  source: 'simulation',
  robots: [],
  things: [],
  missions: [],
  tunables: [],
  gallery: [],
  can: [],
};

const EMPTY_FRAME: FrameView = {
  kind: 'frame',
  at: 0,
  robots: [],
  moved: [],
  pace: { paused: false, speed: 1, lateness: 0, lostPeriods: 0 },
  link: { state: 'connecting', words: '' },
  verdict: [],
  news: [],
};

const EMPTY_NEWS = { at: 0, level: 'info', words: '' } as const;

/** Who has no name is nobody. */
const completeRobots = (robots: readonly Partial<RobotFrame>[]): RobotFrame[] =>
  robots.flatMap(({ id, ...robot }) => (id === undefined ? [] : [{ ranges: {}, ...robot, id }]));

export function completeView(view: { readonly kind: View['kind'] }): View {
  if (view.kind === 'scene') return { ...EMPTY_SCENE, ...(view as Partial<SceneView>), kind: 'scene' };
  const frame = { ...EMPTY_FRAME, ...(view as Partial<FrameView>) };
  return {
    ...frame,
    robots: completeRobots(frame.robots),
    pace: { ...EMPTY_FRAME.pace, ...frame.pace },
    link: { ...EMPTY_FRAME.link, ...frame.link },
    news: frame.news.map((news) => ({ ...EMPTY_NEWS, ...news })),
  };
}
