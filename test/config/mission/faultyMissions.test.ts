/** Mission files with a slip: each is refused once, at the line where it was made, with a cure. */
import { describe, expect, it } from 'vitest';
import { parseScenario } from '../../../sim/scenario/scenarioFile.js';
import { parseMission } from '../../../src/config/mission/missionFile.js';
import { loadRobot } from '../../../src/index.js';
import { FileError } from '../../../src/validation/errors.js';

const readPath = () => [
  { x: 0, y: 0 },
  { x: 1, y: 0 },
];

function faultsOf(read: () => unknown): string[] {
  try {
    read();
  } catch (error) {
    if (error instanceof FileError)
      return error.faults.map(
        ({ line, found, allowed, cure }) => `${line}: ${[found, allowed, cure].join('; ')}`,
      );
    throw error;
  }
  return [];
}

const ofMission = (text: string) => faultsOf(() => parseMission(text, 'm.yaml', { readPath }));

/** Lines of a file; what its only fault says begins with its line. */
const FAULTY: readonly (readonly [what: string, lines: readonly string[], fault: RegExp])[] = [
  ['a node that is misspelt', ['sequnce:', '  - home'], /^1: .*did you mean 'sequence'/],
  ['a leaf that is misspelt', ['sequence:', '  - hom'], /^2: .*did you mean 'home'/],
  ['an empty sequence', ['sequence: []'], /^1: .*give one/],
  ['a sequence that is no list', ['sequence: { arrive: { target: [1, 0] } }'], /^1: .*a list of nodes/],
  ['a repeat without nodes', ['repeat:', '  times: 3'], /^[12]: .*add do:/],
  ['a repeat with a key of another node', ['repeat:', '  after: 3 s', '  do: home'], /^2: .*after/],
  ['times beside a repeat', ['repeat:', '  - home', 'times: 3'], /^1: .*indent it/],
  ['no times at all', ['repeat:', '  times: 0', '  do: home'], /^2: .*at least 1/],
  ['a timeout without a time', ['timeout:', '  do: home'], /^[12]: .*after.*missing/],
  ['a time with a length', ['sequence:', '  - wait: 2 m', '  - home'], /^2: .*a time/],
  ['a wait for a condition that is misspelt', ['wait: { neer: [1, 0] }'], /^1: .*did you mean 'near'/],
  ['a wait with two ends', ['wait:', '  for: 2 s', '  until: bumped'], /^[12]: .*give one/],
  [
    'two conditions in one place',
    ['home: {}', 'unless: { time: 2 s, distance: 1 m }'],
    /^2: .*join them with all/,
  ],
  ['a condition as a list', ['home: {}', 'unless: [bumped]'], /^2: .*a condition is one of/],
  ['a word that is no condition', ['home: {}', 'while: bumpd'], /^2: .*did you mean 'bumped'/],
  ['an all that is no list', ['home: {}', 'unless:', '  all: bumped'], /^3: .*a list of conditions/],
  ['a bound that is none', ['home: {}', 'unless:', '  sensor: { id: front }'], /^3: .*above or below/],
  [
    'two behaviors in one step',
    ['sequence:', '  - arrive: { target: [1, 0] }', '    wait: 2 s'],
    /^2: .*join them with sequence/,
  ],
  ['do beside a behavior', ['sequence:', '  - home: {}', '    do: home'], /^2: .*indent it/],
  ['a parallel without watchers', ['parallel:', '  do: home'], /^[12]: .*'watch' is missing/],
  [
    'a watcher that drives',
    ['parallel:', '  do: home', '  watch:', '    - wander: {}'],
    /^4: .*put it under do/,
  ],
  [
    'a step behind one without an end',
    ['sequence:', '  - wander: {}', '  - home'],
    /^3: .*never reached.*'wander'.*unless/,
  ],
  [
    'a step behind a loop for ever',
    ['sequence:', '  - repeat: [{ arrive: { target: [1, 0] } }, { wait: 1 s }]', '  - home'],
    /^3: .*never reached/,
  ],
  [
    'a step behind a patrol for ever',
    ['sequence:', '  - patrol: [[0, 0], [1, 0]]', '  - home'],
    /^3: .*'patrol'/,
  ],
  [
    'a second choice that never comes',
    ['fallback:', '  - home', '  - wait: 1 s'],
    /^3: .*never fails.*timeout/,
  ],
  ['a loop that takes no time', ['repeat:', '  - set: { a: 1 }', '  - check: bumped'], /^2: .*add a wait/],
  [
    'a call of what is not defined',
    ['define:', '  visit: [home]', 'sequence: [{ call: visits }]'],
    /^3: .*did you mean 'visit'/,
  ],
  [
    'a call without its value',
    [
      'define:',
      '  visit:',
      '    with: [place]',
      '    do: { arrive: { target: $place } }',
      'call: { visit: {} }',
    ],
    /^5: 'place' is missing/,
  ],
  [
    'a call with a wrong value',
    [
      'define:',
      '  visit:',
      '    with: [place]',
      '    do: { arrive: { target: $place } }',
      'call: { visit: { place: here } }',
    ],
    /^5: .*\[x, y\]/,
  ],
  [
    'a mission that calls itself',
    ['define:', '  again: [{ wait: 1 s }, { call: again }]', 'call: again'],
    /^2: .*is a repeat/,
  ],
  ['a definition that nobody calls', ['define:', '  visit: [home]', 'home: {}'], /^2: .*never called/],
  [
    'a parameter that is not used',
    ['define:', '  visit:', '    with: [place]', '    do: home', 'call: { visit: { place: [1, 0] } }'],
    /^3: .*stands nowhere/,
  ],
  ['a patrol with one point', ['patrol: [[1, 0]]'], /^1: .*at least two/],
  ['a face without a direction', ['face: {}'], /^1: .*give one/],
  ['a dock without its heading', ['dock:', '  target: [1, 0]'], /^1: 'heading' is missing/],
  ['an area without room', ['search: { inside: [[0, 0], [0.2, 0.2]] }'], /^1: .*margin/],
];

describe('a mission file with a slip', () => {
  it.each(FAULTY)('%s is refused at its line, with a cure', (_, lines, fault) => {
    const faults = ofMission(lines.join('\n'));
    expect(faults).toEqual([expect.stringMatching(fault)]);
  });
});

const scene = (robot: string, mission: readonly string[]) =>
  [
    'robots:',
    '  - id: a',
    `    robot: ${robot}`,
    '    mission:',
    ...mission.map((line) => `      ${line}`),
  ].join('\n');

const ofScene = (robot: string, mission: readonly string[]) =>
  faultsOf(() => parseScenario(scene(robot, mission), 's.yaml', { readPath, readRobot: loadRobot }));

describe('a condition on a sensor that the robot lacks', () => {
  it.each([
    ['a bumper', ['sequence:', '  - wander: {}', '    unless: bumped', '  - home'], /^7: .*needs a bumper/],
    [
      'a sensor by its name',
      ['home: {}', 'unless: { sensor: { id: frnt, below: 0.2 } }'],
      /^6: .*did you mean 'front'/,
    ],
    ['a light', ['sequence:', '  - wait: { seen: light }'], /^6: .*light sensor/],
    ['a line', ['repeat:', '  do:', '    wait: { not: { seen: line } }'], /^7: .*2 reflectance sensors/],
    ['a battery', ['sequence:', '  - check: { battery: low }'], /^6: .*a battery that is measured/],
  ])('is refused at its line: %s', (_, mission, fault) => {
    expect(ofScene('scout', mission)).toEqual([expect.stringMatching(fault)]);
  });

  it('is none where the robot has it', () => {
    expect(ofScene('scout', ['home: {}', 'unless: { sensor: { id: front, below: 0.2 } }'])).toEqual([]);
  });
});

describe('what users ask for', () => {
  it.each([
    [
      'there, a wait, there, home, three times',
      [
        'repeat:',
        '  times: 3',
        '  do:',
        '    - arrive: { target: [1, 0] }',
        '    - wait: 2 s',
        '    - arrive: { target: [1, 1] }',
        '    - home',
      ],
    ],
    ['patrol until bumped', ['patrol: [[0, 0], [1, 0], [1, 1]]', 'unless: bumped']],
    [
      'along the line until the beacon is seen',
      ['sequence:', '  - followLine: {}', '    unless: { seen: beacon }', '  - seekBeacon'],
    ],
    [
      'follow me, and stop when I am lost',
      ['followMe: { target: { mover: me }, distance: 0.5 m, lost: stop }'],
    ],
    [
      'search the room, stop at the light',
      ['search: { inside: [[0, 0], [3, 2]] }', 'unless: { seen: light }'],
    ],
  ])('takes at most twelve lines: %s', (_, lines) => {
    expect(lines.length).toBeLessThanOrEqual(12);
    expect(ofMission(lines.join('\n'))).toEqual([]);
  });
});
