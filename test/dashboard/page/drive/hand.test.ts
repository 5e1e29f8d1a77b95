import { beforeEach, describe, expect, it } from 'vitest';
import { feed, handOn, letGo } from '../../../../src/dashboard/page/drive/hand.js';
import { attach, chosen, scene } from '../../../../src/dashboard/page/store.js';
import type { Operation } from '../../../../src/signals/view.js';
import { sceneOf } from '../views.js';

let said: Operation[];
const FORWARD = { kind: 'press', direction: 'forward' } as const;
const REST = { kind: 'pad', to: { linear: 0, angular: 0 } } as const;

beforeEach(() => {
  said = [];
  attach({ send: (operation) => said.push(operation) });
  scene.value = sceneOf('a', 'b');
  chosen.value = null;
  feed({ kind: 'switch', on: true });
});

describe('the hand', () => {
  it('says what it asks for to the robot in focus: at once, at each beat, and when it lets go', () => {
    feed(FORWARD);
    feed(REST);
    feed(REST, true);
    feed({ kind: 'release', direction: 'forward' });
    feed(REST, true);
    expect(said).toEqual([
      { kind: 'teleop', robot: 'a', linear: 1, angular: 0 },
      { kind: 'teleop', robot: 'a', linear: 1, angular: 0 },
      { kind: 'teleop', robot: 'a', linear: 0, angular: 0 },
    ]);
  });

  it('lets go of the robot that it held, though another is in focus by then', () => {
    feed(FORWARD);
    chosen.value = 'b';
    letGo();
    expect(said.at(-1)).toEqual({ kind: 'teleop', robot: 'a', linear: 0, angular: 0 });
    feed(FORWARD);
    expect(said.at(-1)).toMatchObject({ robot: 'b', linear: 1 });
  });

  it('says nothing more once it let go, whatever is still held', () => {
    feed(FORWARD);
    letGo();
    said = [];
    feed(REST, true);
    feed({ kind: 'slide', to: { linear: 1, angular: 0 } }, true);
    expect(said).toEqual([]);
  });

  it('that is switched off while it drives lets go', () => {
    feed(FORWARD);
    feed({ kind: 'switch', on: false });
    expect(handOn.value).toBe(false);
    expect(said.at(-1)).toMatchObject({ linear: 0, angular: 0 });
    said = [];
    feed(FORWARD);
    expect(said).toEqual([]);
  });
});
