import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MAP_KEYS, onMapKey } from '../../../src/dashboard/page/map/pointing/keyboard.js';
import {
  camera,
  crosshair,
  draft,
  dragged,
  fitRequests,
  fitting,
} from '../../../src/dashboard/page/map/view/mapState.js';
import { cameraFollows, tool } from '../../../src/dashboard/page/store.js';
import type { Operation } from '../../../src/signals/view.js';
import { at, frame, placed, points, scene } from '../../support/viewFixtures.js';
import { workOn } from './operations.js';

const press = (...keys: string[]) => keys.map((key) => onMapKey({ key, shift: false }));
const shifted = (...keys: string[]) => keys.map((key) => onMapKey({ key, shift: true }));

describe('keys on the map', () => {
  let said: Operation[];
  beforeEach(() => {
    vi.useFakeTimers();
    said = workOn(scene({ can: ['goTo', 'move', 'follow'] }), frame([placed('a', at(0, 0))]));
  });
  afterEach(() => {
    vi.runAllTimers();
    vi.useRealTimers();
  });

  it('pan, zoom and fit', () => {
    cameraFollows.value = true;
    expect(press('ArrowRight', 'ArrowUp', '+', '-', '0')).toEqual([true, true, true, true, true]);
    expect(camera.value).toMatchObject({ x: 0.48, y: 0.48 });
    expect(camera.value?.scale).toBeCloseTo(100);
    expect(cameraFollows.value).toBe(false);
    expect(fitting.value).toBe(true);
    expect(fitRequests.value).toBeGreaterThan(0);
  });

  it('never take the space bar, nor letters and digits of others', () => {
    expect(press(' ', 'f', 'g', '1', '9', 'Tab')).toEqual([false, false, false, false, false, false]);
    expect(said).toEqual([]);
  });

  it('move a cross-hair, and Enter sends the robots there', () => {
    shifted('ArrowRight', 'ArrowRight', 'ArrowDown');
    expect(crosshair.value).toEqual({ x: 0.24, y: -0.12 });
    press('Enter');
    expect(said).toEqual([{ kind: 'goTo', at: { x: 0.24, y: -0.12 } }]);
  });

  it('keep the cross-hair on the map', () => {
    for (let i = 0; i < 100; i++) shifted('ArrowLeft');
    expect(crosshair.value?.x).toBeCloseTo(-4);
  });

  it('draw a path, change it, follow it and discard it', () => {
    tool.value = 'path';
    shifted('Enter', 'ArrowRight', 'Enter', 'ArrowRight', 'Enter');
    press('Delete', 'Enter');
    expect(said).toEqual([{ kind: 'follow', path: points([0, 0], [0.12, 0]) }]);
    expect(press('Escape')).toEqual([true]);
    expect(draft.value).toEqual([]);
    expect(press('Escape')).toEqual([false]);
  });

  it('pick a robot up, carry it and put it down', () => {
    tool.value = 'move';
    press('Enter');
    expect(dragged.value?.id).toBe('a');
    shifted('ArrowRight', 'ArrowRight');
    press('Enter');
    expect(dragged.value).toBeNull();
    expect(said.at(-1)).toEqual({ kind: 'move', id: 'a', to: { x: 0.24, y: 0 } });
  });

  it('do nothing before the map has a size', () => {
    camera.value = null;
    expect(press('ArrowLeft', 'Enter')).toEqual([false, false]);
  });
});

const KEY_NAMES: Readonly<Record<string, string>> = {
  '↑': 'ArrowUp',
  '↓': 'ArrowDown',
  '←': 'ArrowLeft',
  '→': 'ArrowRight',
  '↑ ↓ ← →': 'ArrowUp',
  '−': '-',
};

describe('the help of the map', () => {
  beforeEach(() => {
    camera.value = { x: 0, y: 0, scale: 100, width: 800, height: 600 };
    tool.value = 'path';
    draft.value = [{ x: 1, y: 1 }];
  });

  const keys = MAP_KEYS.flatMap(([names]) => names.map((name) => ({ names, name })));
  it.each(keys.filter(({ name }) => name !== 'Shift'))(
    '$name is a key that the map knows',
    ({ names, name }) => {
      expect(onMapKey({ key: KEY_NAMES[name] ?? name, shift: names.includes('Shift') })).toBe(true);
    },
  );

  it('has every key that the map knows', () => {
    const text = JSON.stringify(MAP_KEYS);
    for (const key of [
      '↑',
      '↓',
      '←',
      '→',
      '+',
      '−',
      '0',
      'Shift',
      'Enter',
      'Insert',
      'Delete',
      'Backspace',
      'Escape',
    ])
      expect(text).toContain(key);
  });
});
