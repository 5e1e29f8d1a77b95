import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hasPointer, TargetTool } from '../../../../src/dashboard/page/map/tools/target.js';
import { selectedRobot } from '../../../../src/dashboard/page/store.js';
import { at, frame, placed, robot, scene } from '../../../support/viewFixtures.js';
import { touch, workOn } from '../operations.js';

const now = frame([placed('a', at(0, 0))]);
const chasing = {
  behavior: 'blend',
  children: [{ mission: { behavior: 'seek', parameters: { target: { pointer: [1, 0] } } } }],
} as const;

describe('the target tool', () => {
  const tool = new TargetTool();
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => {
    tool.cancel();
    vi.useRealTimers();
  });

  it('sends all robots to the pressed place, ten times a second while it is held, and to the last place', () => {
    const said = workOn(scene({ can: ['goTo'] }), now);
    expect(tool.press(touch(1, 1))).toBe(true);
    for (let i = 1; i <= 10; i++) {
      vi.advanceTimersByTime(20);
      tool.drag(touch(1 + i / 10, 1));
    }
    tool.release();
    expect(said).toHaveLength(4);
    expect(said[0]).toEqual({ kind: 'goTo', at: { x: 1, y: 1 } });
    expect(said.at(-1)).toEqual({ kind: 'goTo', at: { x: 2, y: 1 } });
  });

  it('sends the chosen robot', () => {
    const said = workOn(scene({ can: ['goTo'] }), now);
    selectedRobot.value = 'a';
    tool.press(touch(1, 1));
    expect(said).toEqual([{ kind: 'goTo', robot: 'a', at: { x: 1, y: 1 } }]);
  });

  it('chooses the robot under it and sends none', () => {
    const said = workOn(scene({ can: ['goTo'] }), now);
    tool.press(touch(0.05, 0));
    tool.drag(touch(1, 0));
    tool.release();
    expect(selectedRobot.value).toBe('a');
    expect(said).toEqual([]);
  });

  it('does not send a robot into a thing that a finger taps, since the tap explains the thing; a mouse sends it there', () => {
    const things = [{ kind: 'circle', id: 'c', at: { x: 1, y: 1 }, radius: 0.2 }] as const;
    const said = workOn(scene({ can: ['goTo'], things }), now);
    tool.press(touch(1.1, 1, { finger: true }));
    tool.drag(touch(2, 1, { finger: true }));
    tool.release();
    expect(said).toEqual([]);
    tool.press(touch(1.1, 1));
    tool.release();
    expect(said).toHaveLength(1);
  });

  it('leads who goes after the pointer without a press, thirty times a second', () => {
    const said = workOn(scene({ can: ['pointer', 'goTo'], robots: [robot('a', { mission: chasing })] }), now);
    for (let i = 0; i < 100; i++) {
      tool.hover(touch(i / 100, 0).at);
      vi.advanceTimersByTime(10);
    }
    expect(said.length).toBeGreaterThan(25);
    expect(said.length).toBeLessThanOrEqual(31);
    expect(said.every(({ kind }) => kind === 'pointer')).toBe(true);
  });

  it('leads a real robot only by a press', () => {
    const robots = [robot('a', { mission: chasing })];
    const said = workOn(scene({ can: ['pointer'], source: 'robot', robots }), now);
    tool.hover({ x: 1, y: 1 });
    expect(said).toEqual([]);
    tool.press(touch(1, 1));
    expect(said).toEqual([{ kind: 'pointer', at: { x: 1, y: 1 } }]);
  });

  it('sends the robot there where only its ghost follows the pointer', () => {
    const robots = [robot('a'), robot('g', { ghost: true, mission: chasing })];
    const said = workOn(scene({ can: ['pointer', 'goTo'], robots }), now);
    tool.press(touch(1, 1));
    expect(said).toEqual([{ kind: 'goTo', at: { x: 1, y: 1 } }]);
  });

  it('reports no pointer that no robot follows', () => {
    const said = workOn(scene({ can: ['pointer', 'goTo'] }), now);
    tool.hover({ x: 1, y: 1 });
    expect(hasPointer()).toBe(false);
    expect(said).toEqual([]);
  });

  it('says nothing where nothing can be done', () => {
    const said = workOn(scene({ robots: [robot('a', { mission: chasing })] }), now);
    tool.hover({ x: 1, y: 1 });
    tool.press(touch(1, 1));
    tool.release();
    expect(said).toEqual([]);
  });

  it('says no more when the press is taken away', () => {
    const said = workOn(scene({ can: ['goTo'] }), now);
    tool.press(touch(1, 1));
    tool.drag(touch(2, 2));
    tool.cancel();
    vi.advanceTimersByTime(1000);
    expect(said).toHaveLength(1);
  });
});
