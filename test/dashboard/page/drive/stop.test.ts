import { beforeEach, describe, expect, it } from 'vitest';
import { feed } from '../../../../src/dashboard/page/drive/hand.js';
import {
  arm,
  clearFault,
  someDriving,
  someStopped,
  stop,
  stopAsked,
} from '../../../../src/dashboard/page/drive/stop.js';
import { attach, frame, scene } from '../../../../src/dashboard/page/store.js';
import type { Operation } from '../../../../src/signals/view.js';
import { frameOf, sceneOf, tickOf } from '../views.js';

let said: Operation[];

beforeEach(() => {
  said = [];
  attach({ send: (operation) => said.push(operation) });
  scene.value = sceneOf('a', 'b');
  frame.value = frameOf({ a: tickOf({}), b: tickOf({}) });
  stopAsked.value = false;
});

describe('STOP', () => {
  it('is said first, then the hand lets go', () => {
    feed({ kind: 'switch', on: true });
    feed({ kind: 'press', direction: 'forward' });
    said = [];
    stop();
    expect(said).toEqual([{ kind: 'stop' }, { kind: 'teleop', robot: 'a', linear: 0, angular: 0 }]);
  });

  it('is unconfirmed until no robot drives', () => {
    stop();
    frame.value = frameOf({ a: tickOf({ safety: 'stopped' }), b: tickOf({}) });
    expect([stopAsked.value, someStopped.value, someDriving.value]).toEqual([true, true, true]);
    frame.value = frameOf({ a: tickOf({ safety: 'stopped' }), b: tickOf({ safety: 'faulted' }) });
    expect([stopAsked.value, someDriving.value]).toEqual([false, false]);
  });

  it('is unconfirmed while a robot brakes for a limit', () => {
    stop();
    frame.value = frameOf({ a: tickOf({ safety: 'stopped' }), b: tickOf({ safety: 'braking' }) });
    expect([stopAsked.value, someDriving.value]).toEqual([true, true]);
  });

  it('of robots that stand already is confirmed', () => {
    frame.value = frameOf({ a: tickOf({ safety: 'stopped' }), b: tickOf({ safety: 'stopped' }) });
    stop();
    expect(stopAsked.value).toBe(false);
    expect(said).toContainEqual({ kind: 'stop' });
  });

  it('is not asked of ghosts', () => {
    scene.value = sceneOf('a', 'ghost');
    frame.value = frameOf({ a: tickOf({ safety: 'stopped' }), ghost: tickOf({}) });
    expect(someDriving.value).toBe(false);
  });

  it('is there before any robot is known', () => {
    scene.value = null;
    frame.value = null;
    stop();
    expect(said).toEqual([{ kind: 'stop' }]);
    expect(stopAsked.value).toBe(true);
  });
});

describe('clearing a fault', () => {
  it('arms nothing, and lets a hand go', () => {
    feed({ kind: 'switch', on: true });
    feed({ kind: 'press', direction: 'forward' });
    said = [];
    clearFault();
    expect(said).toEqual([{ kind: 'teleop', robot: 'a', linear: 0, angular: 0 }, { kind: 'clear' }]);
  });
});

describe('arm', () => {
  it('is said by itself, and never with a hand that holds on', () => {
    feed({ kind: 'switch', on: true });
    feed({ kind: 'press', direction: 'forward' });
    said = [];
    arm();
    expect(said).toEqual([{ kind: 'teleop', robot: 'a', linear: 0, angular: 0 }, { kind: 'arm' }]);
  });
});
