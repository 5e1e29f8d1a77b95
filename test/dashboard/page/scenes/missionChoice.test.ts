import { beforeEach, describe, expect, it } from 'vitest';
import {
  chooseMission,
  chosenMission,
  missionDrives,
  missionStatus,
  resumeNeeded,
} from '../../../../src/dashboard/page/scenes/missionChoice.js';
import { attach, storeView } from '../../../../src/dashboard/page/store.js';
import type { Operation } from '../../../../src/signals/view.js';
import { frameOf, sceneOf, tickOf } from '../views.js';

let said: Operation[];

beforeEach(() => {
  said = [];
  attach({ send: (operation) => said.push(operation) });
  storeView({ ...sceneOf('a'), missions: ['seek', 'flee'] });
  storeView(frameOf({ a: tickOf({}) }));
});

const drivenIn = (mode: 'auto' | 'manual') => storeView(frameOf({ a: tickOf({ mode }) }));

describe('a mission that is chosen', () => {
  it('is asked for, and is on until the scene says another', () => {
    chooseMission(1);
    expect(said).toEqual([{ kind: 'choose', mission: 1 }]);
    expect(chosenMission.value).toBe(1);
  });

  it('is chosen no longer once the scene reports another task: a goal, a path, a restart', () => {
    chooseMission(1);
    storeView({ ...sceneOf('a'), missions: ['seek', 'flee'] });
    expect(chosenMission.value).toBeUndefined();
    storeView({ ...sceneOf('a'), missions: ['seek', 'flee'], mission: 0 });
    expect(chosenMission.value).toBe(0);
    chooseMission(1);
    storeView({ ...sceneOf('a'), name: 'other', missions: ['arrive', 'wander'] });
    expect(chosenMission.value).toBeUndefined();
  });

  it('is not sent if the list has no such mission', () => {
    chooseMission(2);
    expect(said).toEqual([]);
  });

  it('drives by itself while the mission has the wheels', () => {
    chooseMission(1);
    expect(resumeNeeded.value).toBe(false);
  });

  it('needs to be resumed after a hand, until it is', () => {
    drivenIn('manual');
    expect(resumeNeeded.value).toBe(false);
    chooseMission(1);
    expect(resumeNeeded.value).toBe(true);
    drivenIn('auto');
    expect(resumeNeeded.value).toBe(false);
    drivenIn('manual');
    expect(resumeNeeded.value).toBe(false);
  });
});

describe('the status of the mission', () => {
  const told = (tick: Parameters<typeof tickOf>[0], mission?: number) => {
    storeView({ ...sceneOf('a'), missions: ['seek', 'flee'], ...(mission !== undefined && { mission }) });
    storeView(frameOf({ a: tickOf(tick) }));
    return [missionDrives.value, missionStatus.value];
  };

  it('names the mission that drives', () => {
    expect(told({}, 1)).toEqual([true, 'Now: “flee” drives.']);
  });

  it('names the behaviors of a goal or path that an operator gave', () => {
    expect(told({})).toEqual([true, 'Now: wander drives. None of these missions is on.']);
  });

  it('tells that the mission waits after STOP, a fault, and driving by hand', () => {
    expect(told({ safety: 'stopped' }, 0)).toEqual([false, 'Stopped. Press “Arm” to let “seek” drive.']);
    expect(told({ safety: 'faulted' }, 0)).toEqual([false, 'Stopped by a fault. “seek” waits.']);
    expect(told({ mode: 'manual' }, 0)).toEqual([
      false,
      'Driven by hand. Press “Resume mission” to let “seek” drive.',
    ]);
  });
});
