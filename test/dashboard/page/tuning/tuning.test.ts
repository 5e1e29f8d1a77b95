import { describe, expect, it } from 'vitest';
import {
  changedTunables,
  clampNote,
  displayUnit,
  inShownUnit,
  inSi,
  isChanged,
  tuningGroups,
} from '../../../../src/dashboard/page/tuning/sections.js';
import type { Tunable } from '../../../../src/signals/view.js';
import { sceneOf } from '../views.js';

const tunable = (more: Partial<Tunable> = {}): Tunable => ({
  ...{ id: '0/robot.limits.speed', label: 'speed', group: 'a', unit: 'm/s' },
  ...{ value: 0.5, min: 0.1, max: 1, initial: 0.5, section: 'limits' },
  ...more,
});

describe('the groups of tunable numbers', () => {
  const tunables = [
    tunable(),
    tunable({ id: 'lag', section: 'body' }),
    tunable({ id: 'latency', section: 'control' }),
    tunable({ id: 'within', section: 'behavior' }),
    tunable({ id: 'of the ghost', group: 'ghost' }),
  ];

  it('have the behavior first and the body last, and know a ghost', () => {
    const groups = tuningGroups({ ...sceneOf('a', 'ghost'), tunables });
    expect(groups.map(({ group, ghost }) => [group, ghost])).toEqual([
      ['a', false],
      ['ghost', true],
    ]);
    const sections = groups.map((group) => group.sections.map(({ section }) => section));
    expect(sections).toEqual([['behavior', 'limits', 'control', 'body'], ['limits']]);
  });

  it('of an old recording have everything in one section', () => {
    const { section: _, initial: __, ...old } = tunable();
    const [group] = tuningGroups({ ...sceneOf('a'), tunables: [old] });
    expect(group?.sections).toHaveLength(1);
    expect(isChanged(old)).toBe(false);
  });
});

describe('a changed number', () => {
  it('differs from its value before tuning', () => {
    expect(isChanged(tunable())).toBe(false);
    expect(isChanged(tunable({ value: 0.5 + 1e-12 }))).toBe(false);
    expect(isChanged(tunable({ value: 0.51 }))).toBe(true);
  });

  it('is reset before those listed earlier, whose ids it must not change', () => {
    const changed = ['0/x', '1/x', '2/x'].map((id, i) => tunable({ id, value: i === 1 ? 0.5 : 0.6 }));
    expect(changedTunables(changed).map(({ id }) => id)).toEqual(['2/x', '0/x']);
  });
});

describe('the note of a value out of range', () => {
  it('tells the value and the bound, and is empty inside', () => {
    expect(clampNote(9, tunable())).toBe('9 is out of range: at most 1.');
    expect(clampNote(0, tunable())).toBe('0 is out of range: at least 0.1.');
    expect(clampNote(1, tunable())).toBe('');
  });
});

describe('the shown unit', () => {
  it('is smaller for small lengths, times and speeds, and degrees for angles', () => {
    const unit = (of: string, initial: number) => displayUnit(tunable({ unit: of, initial })).unit;
    expect([unit('m', 0.01), unit('m', 0.6), unit('m', 0)]).toEqual(['mm', 'm', 'm']);
    expect([unit('s', 0.04), unit('s', 2), unit('m/s', 0.03)]).toEqual(['ms', 's', 'mm/s']);
    expect([unit('rad', 1), unit('rad/s', 6), unit('N', 0.01), unit('', 0.01)]).toEqual([
      '°',
      'rad/s',
      'N',
      '',
    ]);
  });

  it('stays while the value changes', () => {
    expect(displayUnit(tunable({ unit: 'm', initial: 0.05, value: 0.2 })).unit).toBe('mm');
  });

  it('has no rounding noise, there and back', () => {
    const within = inShownUnit(tunable({ unit: 'm', value: 0.07, initial: 0.07, min: 0.0001, max: 0.29 }));
    expect(within).toMatchObject({ unit: 'mm', value: 70, min: 0.1, max: 290 });
    expect(inSi(within.value, within.factor)).toBe(0.07);
    const angle = inShownUnit(tunable({ unit: 'rad', value: Math.PI / 2, initial: Math.PI / 2 }));
    expect(angle.value).toBe(90);
  });
});
