import { beforeEach, describe, expect, it } from 'vitest';
import { dispatchTeleop, releaseTeleop, teleopOn } from '../../../../src/dashboard/page/drive/teleop.js';
import { attach, scene, selectedRobot } from '../../../../src/dashboard/page/store.js';
import type { Operation } from '../../../../src/signals/view.js';
import { sceneOf } from '../views.js';

let said: Operation[];
const FORWARD = { kind: 'press', direction: 'forward' } as const;
const REST = { kind: 'pad', to: { linear: 0, angular: 0 } } as const;

beforeEach(() => {
  said = [];
  attach({ send: (operation) => said.push(operation) });
  scene.value = sceneOf('a', 'b');
  selectedRobot.value = null;
  dispatchTeleop({ kind: 'switch', on: true });
});

describe('the hand', () => {
  it('says what it asks for to the robot in focus: at once, at each beat, and when it lets go', () => {
    dispatchTeleop(FORWARD);
    dispatchTeleop(REST);
    dispatchTeleop(REST, true);
    dispatchTeleop({ kind: 'release', direction: 'forward' });
    dispatchTeleop(REST, true);
    expect(said).toEqual([
      { kind: 'teleop', robot: 'a', linear: 1, angular: 0 },
      { kind: 'teleop', robot: 'a', linear: 1, angular: 0 },
      { kind: 'teleop', robot: 'a', linear: 0, angular: 0 },
    ]);
  });

  it('lets go of the robot that it held, though another is in focus by then', () => {
    dispatchTeleop(FORWARD);
    selectedRobot.value = 'b';
    releaseTeleop();
    expect(said.at(-1)).toEqual({ kind: 'teleop', robot: 'a', linear: 0, angular: 0 });
    dispatchTeleop(FORWARD);
    expect(said.at(-1)).toMatchObject({ robot: 'b', linear: 1 });
  });

  it('says nothing more once it let go, whatever is still held', () => {
    dispatchTeleop(FORWARD);
    releaseTeleop();
    said = [];
    dispatchTeleop(REST, true);
    dispatchTeleop({ kind: 'slide', to: { linear: 1, angular: 0 } }, true);
    expect(said).toEqual([]);
  });

  it('that is switched off while it drives lets go', () => {
    dispatchTeleop(FORWARD);
    dispatchTeleop({ kind: 'switch', on: false });
    expect(teleopOn.value).toBe(false);
    expect(said.at(-1)).toMatchObject({ linear: 0, angular: 0 });
    said = [];
    dispatchTeleop(FORWARD);
    expect(said).toEqual([]);
  });
});
