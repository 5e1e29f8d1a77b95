import { beforeEach, describe, expect, it } from 'vitest';
import {
  anyDriving,
  anyStopped,
  arm,
  clearFault,
  stop,
  stopRequested,
} from '../../../../src/dashboard/page/drive/stop.js';
import { dispatchTeleop } from '../../../../src/dashboard/page/drive/teleop.js';
import { attach, frame, scene } from '../../../../src/dashboard/page/store.js';
import type { Operation } from '../../../../src/signals/view.js';
import { frameOf, sceneOf, tickOf } from '../views.js';

let said: Operation[];

beforeEach(() => {
  said = [];
  attach({ send: (operation) => said.push(operation) });
  scene.value = sceneOf('a', 'b');
  frame.value = frameOf({ a: tickOf({}), b: tickOf({}) });
  stopRequested.value = false;
});

describe('STOP', () => {
  it('is said first, then the hand lets go', () => {
    dispatchTeleop({ kind: 'switch', on: true });
    dispatchTeleop({ kind: 'press', direction: 'forward' });
    said = [];
    stop();
    expect(said).toEqual([{ kind: 'stop' }, { kind: 'teleop', robot: 'a', linear: 0, angular: 0 }]);
  });

  it('is unconfirmed until no robot drives', () => {
    stop();
    frame.value = frameOf({ a: tickOf({ safety: 'stopped' }), b: tickOf({}) });
    expect([stopRequested.value, anyStopped.value, anyDriving.value]).toEqual([true, true, true]);
    frame.value = frameOf({ a: tickOf({ safety: 'stopped' }), b: tickOf({ safety: 'faulted' }) });
    expect([stopRequested.value, anyDriving.value]).toEqual([false, false]);
  });

  it('is unconfirmed while a robot brakes for a limit', () => {
    stop();
    frame.value = frameOf({ a: tickOf({ safety: 'stopped' }), b: tickOf({ safety: 'braking' }) });
    expect([stopRequested.value, anyDriving.value]).toEqual([true, true]);
  });

  it('of robots that stand already is confirmed', () => {
    frame.value = frameOf({ a: tickOf({ safety: 'stopped' }), b: tickOf({ safety: 'stopped' }) });
    stop();
    expect(stopRequested.value).toBe(false);
    expect(said).toContainEqual({ kind: 'stop' });
  });

  it('is not asked of ghosts', () => {
    scene.value = sceneOf('a', 'ghost');
    frame.value = frameOf({ a: tickOf({ safety: 'stopped' }), ghost: tickOf({}) });
    expect(anyDriving.value).toBe(false);
  });

  it('is there before any robot is known', () => {
    scene.value = null;
    frame.value = null;
    stop();
    expect(said).toEqual([{ kind: 'stop' }]);
    expect(stopRequested.value).toBe(true);
  });
});

describe('clearing a fault', () => {
  it('arms nothing, and lets a hand go', () => {
    dispatchTeleop({ kind: 'switch', on: true });
    dispatchTeleop({ kind: 'press', direction: 'forward' });
    said = [];
    clearFault();
    expect(said).toEqual([{ kind: 'teleop', robot: 'a', linear: 0, angular: 0 }, { kind: 'clear' }]);
  });
});

describe('arm', () => {
  it('is said by itself, and never with a hand that holds on', () => {
    dispatchTeleop({ kind: 'switch', on: true });
    dispatchTeleop({ kind: 'press', direction: 'forward' });
    said = [];
    arm();
    expect(said).toEqual([{ kind: 'teleop', robot: 'a', linear: 0, angular: 0 }, { kind: 'arm' }]);
  });
});
