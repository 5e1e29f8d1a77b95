/** Files that must be refused, each with the place and the words of its refusal. */
import { BAD_WIRINGS } from './badWirings.js';

export interface BadInput {
  readonly name: string;
  /** Written into one folder; a name with a slash makes a folder. */
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  /** The file that is given to the program. */
  readonly check: string;
  readonly expect: RegExp;
  /** `line:col` of the fault. */
  readonly at: string;
  /** The file that is blamed, where it is not the one that is given. */
  readonly blames?: string;
}

export const GOOD_ROBOT = `name: r
board: uno
chassis: { mass: 450 g, radius: 90 mm, track: 141 mm }
wheels: { diameter: 70 mm }
motors:
  left: { pwm: 9, dir: 7 }
  right: { pwm: 10, dir: 8, invert: true }
  noLoadSpeed: 0.6 m/s
encoders:
  left: { a: 2, b: 4, countsPerRevolution: 1437 }
  right: { a: 3, b: 5, countsPerRevolution: 1437 }
sensors:
  - { id: front, type: gp2y0a21, pin: A0 }
  - { id: back, type: sonar, range: 3 m }
limits: { speed: 0.5 m/s, acceleration: 1 m/s² }
control: { rate: 50 Hz, latency: 40 ms }
`;

export const GOOD_SCENARIO = `name: s
duration: 20 s
seed: 1
world:
  walls: [[[0, 2], [4, 2]]]
  circles: [{ at: [1, 0.5], radius: 0.1 }]
  boxes: [{ at: [2, 1], size: [0.3, 0.2] }]
  movers: [{ id: ball, waypoints: [[0, 1], [2, 1]], speed: 0.2 m/s }]
robots:
  - id: a
    robot: scout
    at: { x: 0, y: 0 }
    mission:
      prioritize:
        - seek: { target: { mover: ball } }
        - followPath: { path: line.csv, radius: 10 mm }
criteria:
  - arrived: { within: 30 mm, before: 20 s }
  - contacts: { atMost: 0 }
`;

export const GOOD_PATH = 'x_m,y_m\n0,0\n1,0\n';

/** `text` with one part replaced: a replacement that does not bite would test nothing. */
function changed(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`'${from}' is not in the text`);
  return text.replace(from, () => to);
}

type Change = readonly [name: string, from: string, to: string, at: string, expect: RegExp];

const robots: readonly Change[] = [
  ['a mass that is not a number', '450 g', '.nan', '3:18', /NaN is not a finite number; a mass is wanted/],
  ['an infinite mass', '450 g', '.inf', '3:18', /Infinity is not a finite number/],
  ['a number too big to be one', '450 g', '1e999', '3:18', /Infinity is not a finite number/],
  ['a quantity too big to be one', '450 g', '1e999 g', '3:18', /'1e999 g' is not a finite number/],
  ['a negative mass', '450 g', '-450 g', '3:18', /'-450 g' is out of range; more than 0 kg is wanted/],
  ['no mass at all', '450 g', '0', '3:18', /0 is out of range; more than 0 kg/],
  ['a unit forgotten at track', '141 mm', '141', '3:47', /bare number is in m; did you mean 141 mm\?/],
  ['a unit forgotten at radius', '90 mm', '90', '3:33', /bare number is in m; did you mean 90 mm\?/],
  ['a unit forgotten at mass', '450 g', '650', '3:18', /bare number is in kg; did you mean 650 g\?/],
  ['a unit forgotten at diameter', '70 mm', '65', '4:21', /bare number is in m; did you mean 65 mm\?/],
  ['a unit forgotten at latency', '40 ms', '40', '16:34', /bare number is in s; did you mean 40 ms\?/],
  [
    'a unit forgotten at noLoadSpeed',
    '0.6 m/s',
    '600',
    '8:16',
    /bare number is in m\/s; did you mean 600 mm\/s\?/,
  ],
  [
    'a unit forgotten at lag',
    '0.6 m/s',
    '0.6 m/s\n  lag: 80',
    '9:8',
    /bare number is in s; did you mean 80 ms\?/,
  ],
  [
    'a unit forgotten at limits.speed',
    '0.5 m/s',
    '500',
    '15:18',
    /bare number is in m\/s; did you mean 500 mm\/s\?/,
  ],
  [
    'a unit forgotten at acceleration',
    '1 m/s²',
    '1000',
    '15:41',
    /bare number is in m\/s²; did you mean 1000 mm\/s²\?/,
  ],
  [
    'a unit forgotten at at',
    'pin: A0 }',
    'pin: A0, at: [80, 0] }',
    '13:48',
    /bare number is in m; did you mean 80 mm\?/,
  ],
  ['a unit forgotten at range', '3 m', '3000', '14:37', /bare number is in m; did you mean 3000 mm\?/],
  ['a mass without a value', '450 g', '~', '3:18', /nothing is found; a mass is wanted: kg or g/],
  [
    'a length where a mass is wanted',
    '450 g',
    '450 mm',
    '3:18',
    /'450 mm' is a length; a mass is wanted: kg or g/,
  ],
  ['an unknown unit', '450 g', '450 gr', '3:18', /unknown unit 'gr'; a mass is wanted.*did you mean 'g'\?/],
  ['words where a mass is wanted', '450 g', 'heavy', '3:18', /'heavy' is not a number/],
  ['a comma in a number', '450 g', '"0,45 kg"', '3:18', /unknown unit ',45 kg'/],
  ['a list where a mass is wanted', '450 g', '[450 g]', '3:18', /a list is found; a mass is wanted/],
  ['a map where a mass is wanted', '450 g', '{ g: 450 }', '3:18', /a map is found; a mass is wanted/],
  ['a truth where a mass is wanted', '450 g', 'true', '3:18', /true is found; a mass is wanted/],
  ['a missing radius', ' radius: 90 mm,', '', '3:1', /'radius' is missing; a length is wanted/],
  ['a misspelt key', 'radius', 'raduis', '3:25', /unknown key 'raduis'; allowed: .*did you mean 'radius'\?/],
  ['a misspelt pin', 'pwm: 9', 'pmw: 9', '6:11', /unknown key 'pmw'.*did you mean 'pwm'\?/],
  ['a misspelt section', 'chassis', 'chasis', '3:1', /unknown key 'chasis'.*did you mean 'chassis'\?/],
  ['a missing section', 'wheels: { diameter: 70 mm }', '', '1:1', /'wheels' is missing; a map is wanted/],
  [
    'a text where a section is wanted',
    '{ diameter: 70 mm }',
    'round',
    '4:9',
    /'round' is found; a map is wanted/,
  ],
  ['a wheel of no size', '70 mm', '0 mm', '4:21', /more than 0 m is wanted/],
  [
    'an unknown board',
    'board: uno',
    'board: unno',
    '2:8',
    /'unno' is found; uno, nano or mega.*did you mean 'uno'\?/,
  ],
  ['an empty name', 'name: r', 'name: ""', '1:7', /an empty text; a text is wanted/],
  ['a number for a name', 'name: r', 'name: 7', '1:7', /7 is found; a text is wanted/],
  [
    'a pin by another name than its own',
    'b: 4',
    "b: '07'",
    '10:20',
    /'07' is found; a pin is wanted: a number like 9, or A0/,
  ],
  [
    'an analog pin by another name than its own',
    'pin: A0',
    'pin: A00',
    '13:39',
    /'A00' is found; a pin is wanted/,
  ],
  [
    'a pin used twice by the motors',
    'dir: 8',
    'dir: 7',
    '7:26',
    /pin 7 .* by motors.left.dir and by motors.right.dir/,
  ],
  [
    'a motor on an encoder\u2019s pin',
    'b: 4',
    'b: 7',
    '10:20',
    /pin 7 is used twice, by motors.left.dir and by enc/,
  ],
  [
    'two sensors on one pin',
    '- { id: back, type: sonar, range: 3 m }',
    '- { id: l, type: light, pin: A0 }',
    '14:32',
    /the sensor 'front' and by the sensor 'l'/,
  ],
  [
    'a gyroscope on the bus with a pin of its own',
    '- { id: back, type: sonar, range: 3 m }',
    '- { type: mpu6050, pin: A4 }',
    '14:22',
    /unknown key 'pin'/,
  ],
  [
    'a gyroscope that faces somewhere',
    '- { id: back, type: sonar, range: 3 m }',
    '- { type: mpu6050, facing: 90 deg }',
    '14:22',
    /'facing' is found; this sensor measures the same turn .*; remove it/,
  ],
  [
    'a gyroscope at an address that its chip cannot have',
    '- { id: back, type: sonar, range: 3 m }',
    '- { type: qmi8658, address: 0x68 }',
    '14:31',
    /0x68 is found; 0x6B or 0x6A is wanted/,
  ],
  [
    'a gyroscope with an address in quotes',
    '- { id: back, type: sonar, range: 3 m }',
    "- { type: lsm6ds3, address: '0x6B' }",
    '14:31',
    /'0x6B' is found; 0x6A or 0x6B is wanted, without quotes/,
  ],
  [
    'an orientation sensor upside down',
    '- { id: back, type: sonar, range: 3 m }',
    '- { type: bno055, invert: true }',
    '14:21',
    /unknown key 'invert'; allowed: type, id, at$/,
  ],
  [
    'a pin that the board lacks',
    'dir: 8',
    'dir: 14',
    '7:26',
    /pin 14 is not on the uno; it has 0 to 13 and A0 to A5/,
  ],
  ['an analog pin that the board lacks', 'pin: A0', 'pin: A6', '13:39', /pin A6 is not on the uno/],
  ['a pin of the serial link', 'dir: 8', 'dir: 1', '7:26', /pin 1 is the serial link's/],
  [
    'a speed pin without PWM',
    'pwm: 10',
    'pwm: 12',
    '7:17',
    /pin 12 has no PWM; 3, 5, 6, 9, 10 or 11 can on the uno/,
  ],
  ['a voltage on a digital pin', 'pin: A0', 'pin: 6', '13:39', /pin 6 reads no voltage; A0 to A5 do/],
  [
    'a pin that is no pin',
    'pwm: 9',
    'pwm: D9',
    '6:16',
    /'D9' is found; a pin is wanted: a number like 9, or A0/,
  ],
  ['a negative pin', 'pwm: 9', 'pwm: -9', '6:16', /-9 is found; a pin is wanted/],
  ['half a pin', 'pwm: 9', 'pwm: 9.5', '6:16', /9\.5 is found; a pin is wanted/],
  [
    'a mixture of motor forms',
    'dir: 7 }',
    'servo: 7 }',
    '6:9',
    /keys pwm, servo are found; a motor is one of \{pwm, dir\}/,
  ],
  [
    'a motor with no pins',
    '{ pwm: 9, dir: 7 }',
    '{ invert: true }',
    '6:9',
    /no pin is found; a motor is one of/,
  ],
  [
    'a motor on one side alone',
    '  right: { pwm: 10, dir: 8, invert: true }\n',
    '',
    '6:9',
    /motors.right is missing; both sides are wanted/,
  ],
  [
    'an encoder on one side alone',
    '  right: { a: 3, b: 5, countsPerRevolution: 1437 }\n',
    '',
    '9:1',
    /'right' is missing/,
  ],
  [
    'an encoder that counts nothing',
    'b: 4, countsPerRevolution: 1437',
    'b: 4, countsPerRevolution: 0',
    '10:44',
    /more than 0 is wanted/,
  ],
  [
    'a word where a truth is wanted',
    'invert: true',
    'invert: maybe',
    '7:37',
    /'maybe' is found; true or false is wanted/,
  ],
  ['two sensors with one id', 'id: back', 'id: front', '14:11', /the sensor id 'front' is used twice/],
  [
    'an unknown sensor',
    'type: gp2y0a21',
    'type: gp2y0a22',
    '13:24',
    /'gp2y0a22' is found; .*did you mean 'gp2y0a21'\?/,
  ],
  ['a pin for a generic sensor', 'range: 3 m', 'range: 3 m, pin: 6', '14:42', /unknown key 'pin'; allowed: /],
  ['a sonar without a range', ', range: 3 m', '', '14:5', /'range' is missing; a length is wanted/],
  [
    'too many rays',
    'type: sonar',
    'type: lidar, fieldOfView: 90 deg, rays: 2001',
    '14:57',
    /2001 is found; at most 2000 is wanted/,
  ],
  [
    'half a ray',
    'type: sonar',
    'type: lidar, fieldOfView: 90 deg, rays: 2.5',
    '14:57',
    /2\.5 is found; a whole number is wanted/,
  ],
  [
    'a map where the sensors are',
    '- { id: front, type: gp2y0a21, pin: A0 }\n  - { id: back, type: sonar, range: 3 m }',
    'front: {}',
    '13:3',
    /a map is found; a list is wanted/,
  ],
  [
    'a rate too low',
    '50 Hz',
    '4 Hz',
    '16:18',
    /'4 Hz' is out of range; at least 5 and at most 250 Hz is wanted/,
  ],
  ['a rate too high', '50 Hz', '0.3 kHz', '16:18', /'0.3 kHz' is out of range/],
  ['a negative latency', '40 ms', '-1 ms', '16:34', /'-1 ms' is out of range; at least 0 s is wanted/],
  [
    'two ways to say how fast',
    'latency: 40 ms',
    'responseTime: 100 ms, steeringGain: 4',
    '16:61',
    /both given; one follows from the other/,
  ],
  [
    'a deadband that leaves nothing',
    'noLoadSpeed: 0.6 m/s',
    'noLoadSpeed: 0.6 m/s\n  deadband: 1',
    '9:13',
    /less than 1 is wanted/,
  ],
  [
    'a wheel that never starts',
    'noLoadSpeed: 0.6 m/s',
    'noLoadSpeed: 0.6 m/s\n  breakaway: 0.6 m/s',
    '9:14',
    /is not well below noLoadSpeed/,
  ],
  ['a key written twice', 'board: uno', 'board: uno\nboard: nano', '3:1', /the key 'board' is written twice/],
  [
    'a key that reaches into objects',
    'board: uno',
    '__proto__: { polluted: true }',
    '2:1',
    /'__proto__' is not allowed as a key/,
  ],
  ['a constructor', 'radius: 90 mm', 'constructor: 1', '3:25', /'constructor' is not allowed as a key/],
  ['a tag', '450 g', '!!str 450 g', '3:24', /the tag tag:yaml.org,2002:str is found/],
  [
    'a tag on a map',
    '{ diameter: 70 mm }',
    '!!map { diameter: 70 mm }',
    '4:15',
    /the tag tag:yaml.org,2002:map is found/,
  ],
  ['a tag of a language', '450 g', '!ruby/object 450 g', '3:31', /the tag !ruby\/object is found/],
  ['a second document', 'wheels:', '---\nwheels:', '4:1', /a second document begins/],
  ['an open bracket', '141 mm }', '141 mm', '4:1', /this is not YAML/],
  ['a tab for indentation', '  left: { pwm', '\tleft: { pwm', '6:1', /a tab indents|this is not YAML/],
  ['a list for a key', 'board: uno', '[a, b]: uno', '2:1', /used as a key/],
];

const scenarios: readonly Change[] = [
  [
    'two robots with one id',
    'criteria:',
    '  - { id: a, robot: scout, mission: { wander: {} } }\ncriteria:',
    '17:11',
    /the id 'a' is used twice/,
  ],
  ['a robot called as a mover', 'id: a', 'id: ball', '10:9', /the id 'ball' is used twice/],
  [
    'no robots',
    GOOD_SCENARIO.slice(GOOD_SCENARIO.indexOf('  - id: a'), GOOD_SCENARIO.indexOf('criteria')),
    '  []\n',
    '10:3',
    /a list of 0 is found; a list of at least 1 is wanted/,
  ],
  [
    'an unknown robot',
    'robot: scout',
    'robot: scuot',
    '11:12',
    /'scuot': no such file; .*did you mean 'scout'\?/,
  ],
  [
    'a robot without a mission',
    '    mission:\n      prioritize:\n        - seek: { target: { mover: ball } }\n        - followPath: { path: line.csv, radius: 10 mm }\n',
    '',
    '10:5',
    /'?mission/,
  ],
  ['an empty duration', '20 s', '0 s', '2:11', /more than 0 s is wanted/],
  ['a duration in metres', '20 s', '20 m', '2:11', /'20 m' is a length; a time is wanted: s, ms, us or min/],
  ['half a seed', 'seed: 1', 'seed: 1.5', '3:7', /1\.5 is found; a whole number is wanted/],
  ['a negative seed', 'seed: 1', 'seed: -1', '3:7', /-1 is found; at least 0 is wanted/],
  [
    'a wall of one point',
    '[[[0, 2], [4, 2]]]',
    '[[[0, 2]]]',
    '5:11',
    /a list of 1 is found; a list of at least 2 is wanted/,
  ],
  [
    'a wall that stands still',
    '[[[0, 2], [4, 2]]]',
    '[[[0, 2], [0, 2]]]',
    '5:11',
    /two successive points are equal/,
  ],
  [
    'a point farther off than anything',
    '[1, 0.5]',
    '[1, 1e308]',
    '6:23',
    /1e\+308 is out of range; at most 1000000 m/,
  ],
  ['a post where the robot starts', '[1, 0.5]', '[0, 0]', '12:9', /robot 'a' starts inside an obstacle/],
  ['a point of three', '[1, 0.5]', '[1, 0.5, 2]', '6:19', /a list is found; a point is wanted: \[x, y\]/],
  [
    'a point with a mass',
    '[1, 0.5]',
    '[1, 0.5 kg]',
    '6:23',
    /'0.5 kg' is a mass; a length is wanted: m, mm, cm or km/,
  ],
  ['a circle of no size', 'radius: 0.1', 'radius: 0', '6:37', /more than 0 m is wanted/],
  ['a box without depth', 'size: [0.3, 0.2]', 'size: [0.3, 0]', '7:37', /more than 0 m is wanted/],
  ['a box of one side', 'size: [0.3, 0.2]', 'size: [0.3]', '7:31', /a list of 1 is found/],
  [
    'a mover without a way',
    '[[0, 1], [2, 1]]',
    '[]',
    '8:35',
    /a list of 0 is found; a list of at least 1 is wanted/,
  ],
  ['a negative start', 'x: 0', 'x: -one', '12:14', /'-one' is not a number/],
  [
    'a target that is not there',
    'mover: ball',
    'mover: bal',
    '15:36',
    /no mover 'bal'; it has ball; did you mean 'ball'\?/,
  ],
  ['a robot to follow that is not there', 'mover: ball', 'robot: b', '15:36', /no robot 'b'; it has a/],
  ['an unknown behavior', 'seek:', 'sek:', '15:11', /unknown behavior 'sek'.*did you mean 'seek'\?/],
  [
    'a parameter in the wrong unit',
    'radius: 10 mm',
    'radius: 10 g',
    '16:49',
    /'10 g' is a mass; a length is wanted/,
  ],
  ['an unknown parameter', 'radius: 10 mm', 'radios: 10 mm', '16:41', /radios/],
  ['a path that is not there', 'line.csv', 'lime.csv', '16:31', /'lime.csv': no such file/],
  ['a path that is a folder', 'line.csv', '.', '16:31', /'\.': this is a folder; a file is wanted/],
  ['an unknown criterion', 'arrived', 'arrivd', '18:5', /unknown key 'arrivd'.*did you mean 'arrived'\?/],
  [
    'two criteria in one',
    'contacts: { atMost: 0 }',
    '{ contacts: { atMost: 0 }, overshoot: { atMost: 0 } }',
    '19:5',
    /a criterion has one name/,
  ],
  ['a criterion without a limit', '{ atMost: 0 }', '{}', '19:5', /'atMost' is missing/],
  [
    'a crossTrack that asks nothing',
    'contacts: { atMost: 0 }',
    'crossTrack: {}',
    '19:17',
    /no limit is found; at least one of rms, max and missed/,
  ],
  ['an unknown sense', 'seed: 1', 'sensing: smell', '3:10', /'smell' is found; truth or odometry is wanted/],
  [
    'a plant lighter than nothing',
    'seed: 1',
    'plant: { trackError: -1 }',
    '3:22',
    /more than -1 and less than 10 is wanted/,
  ],
  [
    'a respawn without area',
    'seed: 1',
    'respawn: { inside: [[0, 0], [1, 0]] }',
    '3:20',
    /the two corners span no area/,
  ],
  [
    'a vary path that leads nowhere',
    'seed: 1',
    'vary: { robots.b.at.x: [0, 1] }',
    '3:9',
    /'robots' has no 'b'; .*did you mean 'a'\?/,
  ],
  [
    'a vary path with a misspelt end',
    'seed: 1',
    'vary: { robots.a.at.headng: [0, 1] }',
    '3:9',
    /unknown key 'headng'.*did you mean 'heading'\?/,
  ],
  [
    'a vary path into a number',
    'seed: 1',
    'vary: { duration.x: [0, 1] }',
    '3:9',
    /'duration' is '20 s'; it has no 'x'/,
  ],
  [
    'a vary range of the wrong kind',
    'seed: 1',
    'vary: { robots.a.at.x: [1 kg, 2 kg] }',
    '3:24',
    /is a mass; a length is wanted/,
  ],
  [
    'a vary range of two kinds',
    'seed: 1',
    'vary: { robots.a.at.x: [1 kg, 2 m] }',
    '3:24',
    /low and high differ in kind/,
  ],
  ['a vary range upside down', 'seed: 1', 'vary: { robots.a.at.x: [2, 1] }', '3:24', /low is more than high/],
  [
    'a vary range of one value',
    'seed: 1',
    'vary: { robots.a.at.x: [2] }',
    '3:24',
    /a list is found; a range \[low, high\] is wanted/,
  ],
  [
    'a vary range without an end',
    'seed: 1',
    'vary: { robots.a.at.x: [0, .inf] }',
    '3:24',
    /Infinity is not a finite number/,
  ],
  [
    'a vary path into objects',
    'seed: 1',
    'vary: { robots.a.__proto__.x: [0, 1] }',
    '3:9',
    /'__proto__' is not a key/,
  ],
  [
    'a robot written inline and wrong',
    'robot: scout',
    'robot: { name: r, chassis: { mass: 1 m } }',
    '11:40',
    /'1 m' is a length; a mass is wanted/,
  ],
  ['a number for a robot', 'robot: scout', 'robot: 7', '11:12', /7 is found/],
];

type Whole = readonly [name: string, file: string, text: string | Uint8Array, at: string, expect: RegExp];

const bomb = [
  'a: &a [x, x, x, x, x, x, x, x, x]',
  ...['b', 'c', 'd', 'e', 'f'].map(
    (key, i) => `${key}: &${key} [${Array(9).fill(`*${'abcde'[i]}`).join(', ')}]`,
  ),
].join('\n');

const wholes: readonly Whole[] = [
  ['an empty file', 'r.yaml', '', '1:1', /the file is empty/],
  ['nothing but comments', 'r.yaml', '# nothing\n', '1:1', /the file is empty/],
  ['a list', 'r.yaml', '- name: r\n', '1:1', /the file holds a list; a map/],
  ['a single value', 'r.yaml', 'robot\n', '1:1', /the file holds a single value; a map/],
  [
    'a file of another kind',
    'r.yaml',
    'colour: red\nshape: round\n',
    '1:1',
    /no robot, no scenario, no mission and no path/,
  ],
  ['an alias bomb', 'r.yaml', `${bomb}\n`, '1:1', /too many aliases/],
  [
    'an alias without an anchor',
    'r.yaml',
    'chassis: *missing\n',
    '1:10',
    /the alias \*missing has no anchor/,
  ],
  ['21 levels', 'r.yaml', `chassis: ${'['.repeat(21)}1${']'.repeat(21)}\n`, '1:29', /nested too deeply/],
  ['100 000 levels', 'r.yaml', `chassis: ${'['.repeat(100_000)}\n`, '1:1', /nested too deeply/],
  ['a NUL byte', 'r.yaml', 'name: r\nboard: \0uno\n', '2:8', /a control character \(0x00\)/],
  [
    'a picture',
    'r.yaml',
    new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a]),
    '1:1',
    /the file is not UTF-8/,
  ],
  ['Latin-1', 'r.yaml', new Uint8Array([0x61, 0x3a, 0x20, 0xe9, 0x0a]), '1:4', /the file is not UTF-8/],
  ['an 11 MB robot', 'r.yaml', `# ${'x'.repeat(11_000_000)}`, '1:1', /too big \(10.49 MB\); at most 10 MB/],
  ['a 2 MB robot', 'r.yaml', `# ${'x'.repeat(2_100_000)}`, '1:1', /too big \(2.00 MB\); at most 0.25 MB/],
  ['an empty path', 'p.csv', '', '1:1', /the path is empty; at least two points/],
  ['a path with nothing but its header', 'p.csv', 'x_m,y_m\n', '1:1', /the path is empty/],
  ['a path of one point', 'p.csv', 'x_m,y_m\n1,2\n', '1:1', /the path has one point; at least two/],
  ['a path that stands still', 'p.csv', '1,2\n1,2\n1,2\n', '1:1', /all 3 points of the path are the same/],
  ['a path with NaN', 'p.csv', '0,0\n1,NaN\n', '2:3', /y 'NaN' is not a finite number/],
  ['a path with infinity', 'p.csv', '0,0\nInfinity,1\n', '2:1', /x 'Infinity' is not a finite number/],
  ['a path with 1e999', 'p.csv', '0,0\n 1e999, 1\n', '2:2', /x '1e999' is not a finite number/],
  ['a path with hexadecimals', 'p.csv', '0,0\n0x10,1\n', '2:1', /x '0x10' is not a finite number/],
  ['a path with a missing value', 'p.csv', '0,0\n1,\n', '2:3', /y is missing/],
  ['a path with one column', 'p.csv', '0,0\n1\n', '2:1', /1 column is found; two are wanted: x_m,y_m/],
  ['a path with three columns', 'p.csv', '0,0\r\n1, 2, 3\r\n', '2:7', /3 columns are found; two are wanted/],
  ['a path with words', 'p.csv', '0,0\n1,0\nhome,now\n', '3:1', /x 'home' is not a finite number/],
  [
    'a path with a header in the middle',
    'p.csv',
    '0,0\nx_m,y_m\n1,0\n',
    '2:1',
    /x 'x_m' is not a finite number/,
  ],
  ['an 11 MB path', 'p.csv', '0,0\n'.repeat(2_750_000), '1:1', /too big \(10.49 MB\); at most 10 MB/],
  [
    '100 001 points',
    'p.csv',
    Array.from({ length: 100_001 }, (_, i) => `${i},0`).join('\n'),
    '100001:1',
    /more than 100000 points/,
  ],
  ['a binary path', 'p.csv', '0,0\n1,\0\n', '2:3', /a control character/],
  ['a mission without a behavior', 'm.yaml', 'sek: { target: [1, 0] }\n', '1:1', /unknown behavior 'sek'/],
  [
    'a mission\u2019s target with a speed',
    'm.yaml',
    'seek: { target: [1 m/s, 0] }\n',
    '1:18',
    /'1 m\/s' is a speed; a length is wanted/,
  ],
  ['a mission without a target', 'm.yaml', 'seek: {}\n', '1:1', /'target' is missing; a target is/],
  ['a mission that combines nothing', 'm.yaml', 'prioritize: []\n', '1:13', /prioritize/],
  [
    'a mission\u2019s path that is not there',
    'm.yaml',
    'followPath: { path: gone.csv }\n',
    '1:21',
    /'gone.csv': no such file/,
  ],
  [
    'a path without end in a mission',
    'm.yaml',
    'followPath: { path: [[0, 0], [.inf, 0]] }\n',
    '1:31',
    /Infinity is not a finite number/,
  ],
];

const others: readonly BadInput[] = [
  { name: 'a missing robot', files: {}, check: 'none.yaml', at: '', expect: /no such file/ },
  { name: 'a missing path', files: {}, check: 'none.csv', at: '', expect: /no such file/ },
  { name: 'a folder', files: { 'r.yaml/x': '' }, check: 'r.yaml', at: '', expect: /this is a folder/ },
  {
    name: 'a folder called path',
    files: { 'p.csv/x': '' },
    check: 'p.csv',
    at: '',
    expect: /this is a folder/,
  },
  {
    name: 'a scenario with a bad path file',
    files: { 's.yaml': GOOD_SCENARIO, 'line.csv': '0,0\n1,x\n' },
    check: 's.yaml',
    blames: 'line.csv',
    at: '2:3',
    expect: /y 'x' is not a finite number/,
  },
  {
    name: 'a scenario with a bad robot file',
    files: {
      's.yaml': changed(GOOD_SCENARIO, 'robot: scout', 'robot: own.yaml'),
      'line.csv': GOOD_PATH,
      'own.yaml': changed(GOOD_ROBOT, '450 g', '-1'),
    },
    check: 's.yaml',
    blames: 'own.yaml',
    at: '3:18',
    expect: /-1 is out of range/,
  },
];

export const BAD_INPUTS: readonly BadInput[] = [
  ...[...robots, ...BAD_WIRINGS].map(([name, from, to, at, expect]) => ({
    name: `a robot with ${name}`,
    files: { 'r.yaml': changed(GOOD_ROBOT, from, to) },
    check: 'r.yaml',
    at,
    expect,
  })),
  ...scenarios.map(([name, from, to, at, expect]) => ({
    name: `a scenario with ${name}`,
    files: { 's.yaml': changed(GOOD_SCENARIO, from, to), 'line.csv': GOOD_PATH },
    check: 's.yaml',
    at,
    expect,
  })),
  ...wholes.map(([name, file, text, at, expect]) => ({
    name,
    files: { [file]: text },
    check: file,
    at,
    expect,
  })),
  ...others,
];
