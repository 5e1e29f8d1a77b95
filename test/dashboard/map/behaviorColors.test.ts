import { describe, expect, it } from 'vitest';
import { BehaviorColors } from '../../../src/dashboard/page/map/behaviorColors.js';
import { bodiesNow } from '../../../src/dashboard/page/map/bodies.js';
import type { SceneView } from '../../../src/view.js';
import { at, frame, placed, robot, scene, tick } from './scenes.js';

const speak = (colors: BehaviorColors, where: SceneView, ...names: string[]) => {
  const voices = names.map((behavior) => ({ behavior, force: { x: 0, y: 0 }, marks: [] }));
  colors.see(where, bodiesNow(where, frame([placed('a', at(0, 0), { tick: tick(at(0, 0), { voices }) })])));
};

describe('the colours of behaviors', () => {
  it('are given in the order in which they speak, and stay', () => {
    const colors = new BehaviorColors();
    const where = scene();
    speak(colors, where, 'seek');
    speak(colors, where, 'flee', 'seek');
    speak(colors, where);
    expect(colors.spoken).toEqual(['seek', 'flee']);
    expect([colors.slot('seek'), colors.slot('flee')]).toEqual([0, 1]);
  });

  it('stay while a number is tuned; another mission has its own list, in the same colours', () => {
    const colors = new BehaviorColors();
    speak(colors, scene(), 'seek', 'flee');
    speak(colors, scene({ about: 'tuned' }));
    expect(colors.spoken).toEqual(['seek', 'flee']);
    const other = scene({ robots: [robot('a', { mission: { behavior: 'flee', parameters: {} } })] });
    speak(colors, other, 'flee');
    expect(colors.spoken).toEqual(['flee']);
    expect(colors.slot('flee')).toBe(1);
  });

  it('begin anew with another scene', () => {
    const colors = new BehaviorColors();
    speak(colors, scene(), 'seek', 'flee');
    const other = scene({
      name: 'other',
      robots: [robot('a', { mission: { behavior: 'flee', parameters: {} } })],
    });
    speak(colors, other, 'flee');
    expect(colors.slot('flee')).toBe(0);
  });

  it('are none of a ghost', () => {
    const colors = new BehaviorColors();
    speak(colors, scene({ robots: [robot('a', { ghost: true })] }), 'seek');
    expect(colors.spoken).toEqual([]);
  });
});
