import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Contact, Pointers } from '../../../src/dashboard/page/map/pointing/pointers.js';
import { toScreen } from '../../../src/dashboard/page/map/view/camera.js';
import { camera, draft, fitting } from '../../../src/dashboard/page/map/view/mapState.js';
import { cameraFollows, tool } from '../../../src/dashboard/page/store.js';
import type { Operation } from '../../../src/signals/view.js';
import { at, frame, placed, scene } from '../../support/viewFixtures.js';
import { VIEW, workOn } from './operations.js';

const contact = (x: number, y: number, more: Partial<Contact> = {}): Contact => ({
  id: 1,
  kind: 'mouse',
  at: { x, y },
  button: 0,
  shift: false,
  time: 0,
  ...more,
});
const finger = (id: number, x: number, y: number): Contact => contact(x, y, { id, kind: 'touch' });

describe('pointers', () => {
  let pointers: Pointers;
  let said: Operation[];
  beforeEach(() => {
    vi.useFakeTimers();
    pointers = new Pointers();
    said = workOn(scene({ can: ['goTo', 'move'] }), frame([placed('a', at(-3, 0))]));
  });
  afterEach(() => {
    vi.runAllTimers();
    vi.useRealTimers();
  });

  it('work with the tool in the hand, in metres', () => {
    pointers.press(contact(500, 200));
    pointers.release(contact(500, 200));
    expect(said).toEqual([{ kind: 'goTo', at: { x: 1, y: 1 } }]);
  });

  it('pan with the middle button, and end the following', () => {
    cameraFollows.value = true;
    pointers.press(contact(400, 300, { button: 1 }));
    pointers.move(contact(450, 320, { button: -1 }));
    pointers.release(contact(450, 320));
    expect(toScreen(camera.value ?? VIEW, { x: 0, y: 0 })).toEqual({ x: 450, y: 320 });
    expect(said).toEqual([]);
    expect(cameraFollows.value).toBe(false);
    expect(fitting.value).toBe(false);
  });

  it('pan where the tool has no use for the press', () => {
    tool.value = 'move';
    pointers.press(contact(400, 300));
    pointers.move(contact(410, 300));
    expect(camera.value?.x).toBeCloseTo(-0.1);
  });

  it('take a finger for a press only when it rests, moves or lifts', () => {
    pointers.press(finger(1, 500, 200));
    expect(said).toHaveLength(0);
    vi.advanceTimersByTime(150);
    expect(said).toHaveLength(1);
    pointers.release(finger(1, 500, 200));
    pointers.press(finger(2, 600, 200));
    pointers.release(finger(2, 600, 200));
    vi.advanceTimersByTime(150);
    expect(said).toHaveLength(2);
  });

  it('zoom with two fingers and send no robot anywhere, nor does the finger that lifts last', () => {
    pointers.press(finger(1, 300, 300));
    pointers.press(finger(2, 500, 300));
    pointers.move(finger(1, 200, 300));
    pointers.move(finger(2, 600, 300));
    expect(camera.value?.scale).toBeCloseTo(200);
    pointers.release(finger(1, 200, 300));
    pointers.move(finger(2, 700, 300));
    pointers.release(finger(2, 700, 300));
    vi.advanceTimersByTime(1000);
    expect(camera.value?.scale).toBeCloseTo(200);
    expect(said).toEqual([]);
  });

  it('zoom with the wheel about the cursor, and about the middle while following', () => {
    pointers.wheel({ x: 600, y: 100 }, 1);
    expect(camera.value?.scale).toBeCloseTo(120);
    expect(toScreen(camera.value ?? VIEW, { x: 2, y: 2 }).x).toBeCloseTo(600);
    camera.value = VIEW;
    cameraFollows.value = true;
    pointers.wheel({ x: 600, y: 100 }, 1);
    expect(camera.value).toMatchObject({ x: 0, y: 0 });
    expect(cameraFollows.value).toBe(true);
  });

  it('stop when the page takes the press away', () => {
    pointers.press(contact(500, 200));
    pointers.move(contact(520, 200));
    pointers.cancel(1);
    pointers.move(contact(600, 200));
    vi.advanceTimersByTime(1000);
    expect(said).toHaveLength(1);
  });

  it('tell a double press from two', () => {
    tool.value = 'path';
    const click = (time: number, x = 500) => {
      pointers.press(contact(x, 200, { time }));
      pointers.release(contact(x, 200, { time }));
    };
    click(0);
    click(1000, 600);
    expect(draft.value).toHaveLength(2);
    click(1100, 600);
    expect(draft.value).toHaveLength(1);
  });
});
