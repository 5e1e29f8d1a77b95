/** How a robot is connected, as its file says it. */
import { describe, expect, it } from 'vitest';
import { parseRobot } from '../../../src/config/robot/robotFile.js';

const robot = (more: string) =>
  parseRobot(
    `name: small
board: uno
chassis: { mass: 500 g, radius: 90 mm, track: 100 mm }
wheels: { diameter: 70 mm }
motors: { noLoadSpeed: 0.6 m/s, left: { pwm: 9, dir: 7 }, right: { pwm: 10, dir: 8 } }
limits: { speed: 0.5 m/s, acceleration: 2 m/s² }
${more}`,
    'small.yaml',
  );

describe("a robot file's link", () => {
  it('names a baud rate and the dead-man time, which is that of its control', () => {
    const { link, control } = robot('link: { baud: 115200, deadMan: 300 ms }');
    expect(link).toEqual({ baud: 115_200, deadMan: 0.3 });
    expect(control.deadMan).toBe(0.3);
  });

  it('may be left out, or leave out either: 200 ms, or what control says', () => {
    expect(robot('').control.deadMan).toBe(0.2);
    expect(robot('').link).toBeUndefined();
    expect(robot('link: { baud: 9600 }').control.deadMan).toBe(0.2);
    expect(robot('link: { baud: 9600 }\ncontrol: { deadMan: 400 ms }').control.deadMan).toBe(0.4);
  });

  it('may say the same as control, but not another time: both places are named', () => {
    expect(robot('link: { deadMan: 0.3 }\ncontrol: { deadMan: 300 ms }').control.deadMan).toBe(0.3);
    expect(() => robot('link: { deadMan: 300 ms }\ncontrol: { deadMan: 0.25 }')).toThrow(
      /^small\.yaml:7:\d+: link\.deadMan is 0\.3 s and control\.deadMan is 0\.25 s; .*remove one of the two$/,
    );
  });

  it.each([
    ['deadMan: 40 ms', /'40 ms' is out of range; at least 0\.05 and at most 0\.5 s is wanted/],
    ['deadMan: 501 ms', /'501 ms' is out of range; at least 0\.05 and at most 0\.5 s is wanted/],
    ['deadMan: 3 m', /3 m/],
    ['baud: 1199', /1199 is no baud rate; a whole number from 1200 to 2000000 is wanted, such as 115200/],
    ['baud: 2000001', /2000001 is no baud rate/],
    ['baud: 9600.5', /9600\.5 is no baud rate/],
    ['baud: fast', /a whole number from 1200 to 2000000/],
    ['speed: 9600', /speed/],
  ])('refuses %s', (text, words) => {
    expect(() => robot(`link: { ${text} }`)).toThrow(words);
  });

  it.each([1200, 57_600, 250_000, 2_000_000])('takes %d baud', (baud) => {
    expect(robot(`link: { baud: ${baud} }`).link?.baud).toBe(baud);
  });

  it('counts for the rate of the control: two periods must fit into it', () => {
    expect(() => robot('link: { deadMan: 300 ms }\ncontrol: { rate: 6 }')).toThrow(/two periods of 6 Hz/);
    expect(robot('link: { deadMan: 400 ms }\ncontrol: { rate: 6 }').control.rate).toBe(6);
  });
});
