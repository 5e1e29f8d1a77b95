import { describe, expect, it } from 'vitest';
import { deleteWaypoint, followDraft, PathTool } from '../../../../src/dashboard/page/map/tools/path.js';
import { draft, freehandLine, selectedWaypoint } from '../../../../src/dashboard/page/map/view/mapState.js';
import { selectedRobot } from '../../../../src/dashboard/page/store.js';
import { at, frame, placed, points, scene } from '../../../support/viewFixtures.js';
import { touch, workOn } from '../operations.js';

const begin = () => {
  const said = workOn(scene({ can: ['follow'] }), frame([placed('a', at(0, 0))]));
  return { said, tool: new PathTool() };
};
const click = (tool: PathTool, x: number, y: number, twice = false) => {
  tool.press(touch(x, y, { twice }));
  tool.release(touch(x, y));
};

describe('the path tool', () => {
  it('makes a waypoint of a click, and a path of several', () => {
    const { said, tool } = begin();
    click(tool, 0, 0);
    followDraft();
    expect(said).toEqual([]);
    click(tool, 1, 0);
    click(tool, 1, 1);
    followDraft();
    expect(said).toEqual([{ kind: 'follow', path: points([0, 0], [1, 0], [1, 1]) }]);
    selectedRobot.value = 'a';
    followDraft();
    expect(said.at(-1)).toMatchObject({ robot: 'a' });
  });

  it('makes few waypoints of a line that a hand draws', () => {
    const { tool } = begin();
    tool.press(touch(0, 0));
    for (let i = 1; i <= 100; i++) tool.drag(touch(i / 50, 0.001 * (i % 2)));
    expect(freehandLine.value.length).toBeGreaterThan(50);
    tool.release(touch(2, 0));
    expect(draft.value).toEqual(points([0, 0], [2, 0]));
    expect(freehandLine.value).toEqual([]);
  });

  it('drags a waypoint', () => {
    const { tool } = begin();
    click(tool, 0, 0);
    click(tool, 1, 0);
    tool.press(touch(1.02, 0));
    tool.drag(touch(1.5, 0.5));
    tool.release(touch(1.5, 0.5));
    expect(draft.value).toEqual(points([0, 0], [1.5, 0.5]));
    expect(selectedWaypoint.value).toBe(1);
  });

  it('inserts one where the line is pressed', () => {
    const { tool } = begin();
    click(tool, 0, 0);
    click(tool, 1, 0);
    click(tool, 0.5, 0.02);
    expect(draft.value).toEqual(points([0, 0], [0.5, 0.02], [1, 0]));
  });

  it('deletes one that is pressed twice, or the one that is selected, or the last', () => {
    const { tool } = begin();
    for (const x of [0, 1, 2, 3]) click(tool, x, 0);
    click(tool, 1, 0, true);
    expect(draft.value).toEqual(points([0, 0], [2, 0], [3, 0]));
    click(tool, 0, 0);
    deleteWaypoint();
    expect(draft.value).toEqual(points([2, 0], [3, 0]));
    deleteWaypoint();
    deleteWaypoint();
    deleteWaypoint();
    expect(draft.value).toEqual([]);
  });

  it('forgets the line when the press is taken away', () => {
    const { tool } = begin();
    tool.press(touch(0, 0));
    tool.drag(touch(1, 0));
    tool.cancel();
    expect(freehandLine.value).toEqual([]);
    expect(draft.value).toEqual([]);
  });

  it('follows nothing where that cannot be', () => {
    const said = workOn(scene(), frame([]));
    draft.value = points([0, 0], [1, 0]);
    followDraft();
    expect(said).toEqual([]);
  });
});
