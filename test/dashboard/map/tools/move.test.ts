import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { activeTool } from '../../../../src/dashboard/page/map/pointing/pointers.js';
import { MoveTool } from '../../../../src/dashboard/page/map/tools/move.js';
import { TargetTool } from '../../../../src/dashboard/page/map/tools/target.js';
import { dragged } from '../../../../src/dashboard/page/map/view/mapState.js';
import { selectedRobot, tool as tools } from '../../../../src/dashboard/page/store.js';
import { parseMessage } from '../../../../src/dashboard/server/messageParser.js';
import type { SceneView } from '../../../../src/signals/view.js';
import { at, frame, placed, scene } from '../../../support/viewFixtures.js';
import { touch, workOn } from '../operations.js';

const there = (can: SceneView['can'] = ['move']) =>
  scene({ can, things: [{ kind: 'circle', id: 'disc', at: { x: 2, y: 0 }, radius: 0.3 }] });
const now = frame([placed('a', at(0, 0))]);

describe('the move tool', () => {
  const tool = new MoveTool();
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => {
    tool.cancel();
    vi.useRealTimers();
  });

  it('drags a thing by where it was taken, and says where it stays', () => {
    const said = workOn(there(), now);
    expect(tool.press(touch(2.2, 0))).toBe(true);
    expect(said).toEqual([]);
    for (let i = 1; i <= 10; i++) tool.drag(touch(2.2 + i / 10, 1));
    tool.release();
    expect(said).toHaveLength(2);
    expect(said[0]).toMatchObject({ kind: 'move', id: 'disc' });
    const last = said[1] as { to: { x: number; y: number } };
    expect(last.to.x).toBeCloseTo(3);
    expect(last.to.y).toBeCloseTo(1);
    expect(dragged.value).toBeNull();
  });

  it('chooses the robot that it drags, twenty times a second', () => {
    const said = workOn(there(), now);
    tool.press(touch(0, 0));
    for (let i = 0; i < 100; i++) {
      tool.drag(touch(i / 100, 0));
      vi.advanceTimersByTime(10);
    }
    expect(selectedRobot.value).toBe('a');
    expect(said.length).toBeGreaterThan(15);
    expect(said.length).toBeLessThanOrEqual(21);
  });

  it('turns with Shift: it faces the hand and stays where it is', () => {
    const said = workOn(there(), now);
    tool.press(touch(0, 0));
    tool.drag(touch(0, 1, { shift: true }));
    expect(said).toEqual([{ kind: 'move', id: 'a', to: { x: 0, y: 0 }, heading: Math.PI / 2 }]);
    expect(parseMessage(JSON.stringify(said[0]))).toMatchObject({ kind: 'move' });
  });

  it('lets go when the press is taken away', () => {
    const said = workOn(there(), now);
    tool.press(touch(0, 0));
    tool.drag(touch(1, 0));
    tool.drag(touch(2, 0));
    tool.cancel();
    tool.drag(touch(3, 0));
    vi.advanceTimersByTime(1000);
    expect(said).toHaveLength(1);
    expect(dragged.value).toBeNull();
  });

  it('has no use for bare ground, nor for anything where nothing can be moved', () => {
    workOn(there(), now);
    expect(tool.press(touch(-2, -2))).toBe(false);
    workOn(there([]), now);
    expect(tool.press(touch(0, 0))).toBe(false);
    tools.value = 'move';
    expect(activeTool()).toBeInstanceOf(TargetTool);
  });
});
