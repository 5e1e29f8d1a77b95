import { describe, expect, it } from 'vitest';
import { BehaviorColors } from '../../../src/dashboard/page/map/drawing/behaviorColors.js';
import { legendRows } from '../../../src/dashboard/page/map/legendRows.js';
import type { SceneView } from '../../../src/signals/view.js';
import { robot, scene } from './scenes.js';

const leaf = (behavior: string) => ({ behavior, parameters: {} });
const driven = (behavior: string, ghost = false) =>
  scene({ robots: [robot('a', { mission: leaf(behavior) }), ...(ghost ? [robot('g', { ghost })] : [])] });

const OUTCOMES = ['clamped force', 'desired velocity', 'velocity', 'its belief, ±2σ'];

describe('the legend', () => {
  const colors = new BehaviorColors();
  const rows = (now: SceneView) => {
    colors.update(now);
    return legendRows(now, colors);
  };

  it('has the behaviors of the mission that is on, not of those before, each in its colour', () => {
    expect(rows(driven('seek')).map(({ words }) => words)).toEqual(['seek', ...OUTCOMES]);
    const after = rows(driven('flee'));
    expect(after.map(({ words }) => words)).toEqual(['flee', ...OUTCOMES]);
    expect(after[0]?.color).toBe('behavior-2');
  });

  it('has a sum where there are several', () => {
    const mission = {
      behavior: 'blend',
      children: [{ mission: leaf('seek') }, { mission: leaf('flee') }],
    } as const;
    const words = rows(scene({ robots: [robot('a', { mission })] })).map((row) => row.words);
    expect(words).toEqual(['seek', 'flee', 'sum', ...OUTCOMES]);
  });

  it('tells what is a ghost, where there is one', () => {
    expect(rows(driven('seek', true)).at(-1)).toMatchObject({ sign: 'disc' });
  });
});
