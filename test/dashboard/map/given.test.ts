import { beforeEach, describe, expect, it } from 'vitest';
import { givenGoal, givenPath, sentGoal, sentPath } from '../../../src/dashboard/page/map/given.js';
import { editGivenPath, followDraft } from '../../../src/dashboard/page/map/tools/path.js';
import { placeTarget } from '../../../src/dashboard/page/map/tools/target.js';
import { draft, onSceneOrFrame } from '../../../src/dashboard/page/map/view/mapState.js';
import { storeView } from '../../../src/dashboard/page/store.js';
import type { SceneView } from '../../../src/signals/view.js';
import { at, frame, placed, points, robot, scene } from '../../support/viewFixtures.js';
import { workOn } from './operations.js';

const BEFORE = scene({ can: ['follow', 'goTo'] });
const driving = (path: readonly (readonly [number, number])[], name = 'test') =>
  scene({ name, robots: [robot('a', { mission: { behavior: 'followPath', parameters: { path } } })] });

function show(view: SceneView): void {
  storeView(view);
  onSceneOrFrame(view, BEFORE);
}

beforeEach(() => {
  sentGoal.value = null;
  sentPath.value = null;
});

describe('the path that was drawn', () => {
  const drawn = points([0, 0], [1, 0], [1, 1]);
  const draw = () => {
    const said = workOn(BEFORE, frame([placed('a', at(0, 0))]));
    draft.value = drawn;
    followDraft();
    return said;
  };

  it('stays a draft until a robot follows it, and then disappears', () => {
    const said = draw();
    expect(said).toHaveLength(1);
    show(scene({ can: ['follow'] }));
    expect(draft.value).toBe(drawn);
    show(
      driving([
        [0, 0],
        [1, 0],
        [1, 1],
      ]),
    );
    expect(draft.value).toEqual([]);
    expect(givenPath.value).toBe(drawn);
  });

  it('can be edited again', () => {
    draw();
    show(
      driving([
        [0, 0],
        [1, 0],
        [1, 1],
      ]),
    );
    editGivenPath();
    expect(draft.value).toBe(drawn);
    expect(givenPath.value).toBeUndefined();
    // A later view of the scene does not take the new draft away.
    show(
      driving([
        [0, 0],
        [1, 0],
        [1, 1],
      ]),
    );
    expect(draft.value).toBe(drawn);
  });

  it('is given no longer once another path or another scene is on', () => {
    draw();
    show(
      driving([
        [0, 0],
        [1, 0],
        [1, 1],
      ]),
    );
    show(
      driving([
        [0, 0],
        [2, 0],
      ]),
    );
    expect(givenPath.value).toBeUndefined();
    show(
      driving(
        [
          [0, 0],
          [1, 0],
          [1, 1],
        ],
        'other',
      ),
    );
    expect(givenPath.value).toBeUndefined();
  });
});

describe('the goal that was given', () => {
  it('counts as long as a mission has it', () => {
    workOn(BEFORE, frame([placed('a', at(0, 0))]));
    placeTarget({ x: 2, y: 1 });
    expect(givenGoal.value).toBeUndefined();
    const going = (x: number) =>
      scene({ robots: [robot('a', { mission: { behavior: 'arrive', parameters: { target: [x, 1] } } })] });
    show(going(2));
    expect(givenGoal.value).toEqual({ x: 2, y: 1 });
    show(going(3));
    expect(givenGoal.value).toBeUndefined();
  });
});
