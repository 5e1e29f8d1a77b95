import { beforeEach, describe, expect, it } from 'vitest';
import { MAP_KEYS } from '../../../src/dashboard/page/map/help.js';
import { onMapKey } from '../../../src/dashboard/page/map/pointing/keyboard.js';
import { camera, draft } from '../../../src/dashboard/page/map/view/mapState.js';
import { tool } from '../../../src/dashboard/page/store.js';

const NAMES: Readonly<Record<string, string>> = {
  '↑': 'ArrowUp',
  '↓': 'ArrowDown',
  '←': 'ArrowLeft',
  '→': 'ArrowRight',
  '↑ ↓ ← →': 'ArrowUp',
  '−': '-',
};

beforeEach(() => {
  camera.value = { x: 0, y: 0, scale: 100, width: 800, height: 600 };
  tool.value = 'path';
  draft.value = [{ x: 1, y: 1 }];
});

describe('the help', () => {
  const keys = MAP_KEYS.flatMap(([names]) => names.map((name) => ({ names, name })));
  it.each(keys.filter(({ name }) => name !== 'Shift'))(
    '$name is a key that the map knows',
    ({ names, name }) => {
      expect(onMapKey({ key: NAMES[name] ?? name, shift: names.includes('Shift') })).toBe(true);
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
