import { beforeEach, describe, expect, it } from 'vitest';
import {
  chooseMission,
  chosenMission,
  resumeNeeded,
} from '../../../../src/dashboard/page/scenes/missionChoice.js';
import { attach, receive } from '../../../../src/dashboard/page/store.js';
import type { Operation } from '../../../../src/signals/view.js';
import { frameOf, sceneOf, tickOf } from '../views.js';

let said: Operation[];

beforeEach(() => {
  said = [];
  attach({ send: (operation) => said.push(operation) });
  receive({ ...sceneOf('a'), missions: ['seek', 'flee'] });
  receive(frameOf({ a: tickOf({}) }));
});

const drivenIn = (mode: 'auto' | 'manual') => receive(frameOf({ a: tickOf({ mode }) }));

describe('a mission that is chosen', () => {
  it('is asked for, and is on until the scene says another', () => {
    chooseMission(1);
    expect(said).toEqual([{ kind: 'choose', mission: 1 }]);
    expect(chosenMission.value).toBe(1);
  });

  it('is none beyond the list', () => {
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
