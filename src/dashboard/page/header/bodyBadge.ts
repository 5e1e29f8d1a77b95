/** Whether the page shows a real, an emulated, a simulated or a recorded robot. */
import type { BodyKind, LinkView } from '../../../signals/view.js';

export interface BodyBadge {
  readonly kind: BodyKind | 'recording';
  readonly words: string;
  readonly explanation: string;
}

const BODY_BADGES: Readonly<Record<BodyBadge['kind'], BodyBadge>> = {
  real: {
    kind: 'real',
    words: 'REAL ROBOT',
    explanation: 'A real robot: its wheels turn. Keep its switch within reach.',
  },
  emulated: {
    kind: 'emulated',
    words: 'EMULATED',
    explanation: 'The real firmware on an emulated board, with a simulated body. No real robot moves.',
  },
  simulated: {
    kind: 'simulated',
    words: 'SIMULATED',
    explanation: 'A simulated body. No real robot moves.',
  },
  recording: {
    kind: 'recording',
    words: 'RECORDING',
    explanation: 'A recorded run. No robot moves.',
  },
};

/**
 * Undefined until a robot is connected. A body of unknown kind counts as real.
 */
export function bodyBadge(link: LinkView | undefined): BodyBadge | undefined {
  if (!link) return undefined;
  const { state, body } = link;
  if (state === 'simulated' || state === 'recording') return BODY_BADGES[state];
  if (body) return BODY_BADGES[body] ?? BODY_BADGES.real;
  return state === 'connecting' ? undefined : BODY_BADGES.real;
}
