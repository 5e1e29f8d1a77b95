import { describe, expect, it } from 'vitest';
import { saidPlace } from '../../../src/cli/drive/saidPlace.js';

describe('where a robot stands, as it is written', () => {
  it.each([
    ['0.5,0.2,90deg', { x: 0.5, y: 0.2, heading: Math.PI / 2 }],
    [' -50 cm, 20 mm , -90 deg ', { x: -0.5, y: 0.02, heading: -Math.PI / 2 }],
    ['0,0,0', { x: 0, y: 0, heading: 0 }],
    ['1,2,1.5 rad', { x: 1, y: 2, heading: 1.5 }],
  ])('%s', (text, { x, y, heading }) => {
    const pose = saidPlace(text);
    expect(pose?.x).toBeCloseTo(x, 12);
    expect(pose?.y).toBeCloseTo(y, 12);
    expect(pose?.heading).toBeCloseTo(heading, 12);
  });

  it('may be where it was', () => {
    expect(saidPlace(' here ')).toBeUndefined();
  });

  it.each([
    ['', /a place and a heading are wanted/],
    ['1,2', /such as '0.5,0.2,90deg'/],
    ['1,2,90', /give the heading a unit: 1,2,90deg/],
    ['1,2,3 kg', /3 kg/],
    ['1,2,NaN', /./],
    ['1,Infinity,0', /./],
    ['there', /'here' for where it was last/],
  ])('%s is refused', (text, words) => {
    expect(() => saidPlace(text)).toThrow(words);
  });
});
