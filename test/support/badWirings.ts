/** Changes to a good robot that leave it wired wrongly, each with the place and the words of its refusal. */

type Change = readonly [name: string, from: string, to: string, at: string, expect: RegExp];

const LEFT = '{ pwm: 9, dir: 7 }';
const RIGHT = '{ pwm: 10, dir: 8, invert: true }';
const BOTH = `  left: ${LEFT}\n  right: ${RIGHT}\n`;
const both = (left: string, right: string): string => `  left: ${left}\n  right: ${right}\n`;
const FRONT = '- { id: front, type: gp2y0a21, pin: A0 }';
/** As the good robot writes them. */
export const ENCODERS = `encoders:
  left: { a: 2, b: 4, countsPerRevolution: 1437 }
  right: { a: 3, b: 5, countsPerRevolution: 1437 }
`;

const shields: readonly Change[] = [
  [
    'an unknown shield',
    LEFT,
    '{ shield: DFROBOT, motor: 1 }',
    '6:19',
    /no shield is called 'DFROBOT'; ADAFRUIT_V1, .*; did you mean 'DF_ROBOT'\?/,
  ],
  [
    'a motor that its shield lacks',
    LEFT,
    '{ shield: DF_ROBOT, motor: 3 }',
    '6:36',
    /DF_ROBOT has no motor 3; it has 1 to 2; correct the number/,
  ],
  [
    'one motor of a shield for both wheels',
    BOTH,
    both('{ shield: ADAFRUIT_V2, motor: 1 }', '{ shield: ADAFRUIT_V2, motor: 1 }'),
    '7:40',
    /motor 1 of ADAFRUIT_V2 is used twice; one motor a wheel/,
  ],
  [
    'an encoder on a brake of its shield',
    `${BOTH}  noLoadSpeed: 0.6 m/s\n${ENCODERS}`,
    `${both('{ shield: ARDUINO_MOTOR_SHIELD_R3_2, motor: 1 }', '{ shield: ARDUINO_MOTOR_SHIELD_R3_2, motor: 2 }')}  noLoadSpeed: 0.6 m/s\n${ENCODERS.replace('b: 4', 'b: 9')}`,
    '10:20',
    /pin 9 is used twice, by motors.left on ARDUINO_MOTOR_SHIELD_R3_2 \(brake\) and by encoders.left.b/,
  ],
  [
    'an encoder on EN/DIAG of its shield',
    `${BOTH}  noLoadSpeed: 0.6 m/s\n${ENCODERS}`,
    `${both('{ shield: POLOLU_VNH5019_SHIELD, motor: 1 }', '{ shield: POLOLU_VNH5019_SHIELD, motor: 2 }')}  noLoadSpeed: 0.6 m/s\n${ENCODERS.replace('a: 2, b: 4', 'a: 5, b: 6').replace('b: 5', 'b: 11')}`,
    '10:20',
    /pin 6 is used twice, by motors.left on POLOLU_VNH5019_SHIELD \(enableDiag\) and by encoders.left.b/,
  ],
  [
    'an encoder on the register of its shield',
    BOTH,
    both('{ shield: ADAFRUIT_V1, motor: 1 }', '{ shield: ADAFRUIT_V1, motor: 4 }'),
    '10:20',
    /pin 4 is used twice, by ADAFRUIT_V1 and by encoders.left.b/,
  ],
  [
    'a voltage on the bus of its shield',
    `${BOTH}  noLoadSpeed: 0.6 m/s\n${ENCODERS}sensors:\n  ${FRONT}`,
    `${both('{ shield: ADAFRUIT_V2, motor: 1 }', '{ shield: ADAFRUIT_V2, motor: 2 }')}  noLoadSpeed: 0.6 m/s\n${ENCODERS}sensors:\n  ${FRONT.replace('A0', 'A5')}`,
    '13:39',
    /pin A5 is used twice, by ADAFRUIT_V2 and by the sensor 'front'/,
  ],
];

const pins: readonly Change[] = [
  [
    'PWM on the timer of its servo',
    LEFT,
    '{ servo: 12 }',
    '7:17',
    /pin 10 of the uno has no PWM beside a servo.*; 3, 5, 6 or 11 have; wire it to one of these/,
  ],
  [
    'PWM on the timer of a Mega\u2019s servo',
    `board: uno\nchassis: { mass: 450 g, radius: 90 mm, track: 141 mm }\nwheels: { diameter: 70 mm }\nmotors:\n${BOTH}`,
    `board: mega\nchassis: { mass: 450 g, radius: 90 mm, track: 141 mm }\nwheels: { diameter: 70 mm }\nmotors:\n${both('{ servo: 9 }', '{ pwm: 12, dir: 8 }')}`,
    '7:17',
    /pin 12 of the mega has no PWM beside a servo/,
  ],
  [
    'PWM on the timer of a Mega\u2019s servo with StandardFirmata',
    `board: uno\nchassis: { mass: 450 g, radius: 90 mm, track: 141 mm }\nwheels: { diameter: 70 mm }\nmotors:\n${BOTH}`,
    `board: mega\nchassis: { mass: 450 g, radius: 90 mm, track: 141 mm }\nwheels: { diameter: 70 mm }\nfirmware: standard-firmata\nmotors:\n${both('{ servo: 9 }', '{ pwm: 44, dir: 8 }')}`,
    '8:17',
    /pin 44 of the mega has no PWM beside a servo/,
  ],
  [
    'an encoder whose edges a Mega does not hear',
    'board: uno',
    'board: mega',
    '10:20',
    /pin 4 has no interrupt for an encoder's edges; 2, 3, 10 to 13, 18 to 21, 50 to 53 or A8 to A15 have one on the mega/,
  ],
  [
    'a bumper where a Nano reads nothing but voltages',
    `board: uno\nchassis: { mass: 450 g, radius: 90 mm, track: 141 mm }\nwheels: { diameter: 70 mm }\nmotors:\n${BOTH}  noLoadSpeed: 0.6 m/s\n${ENCODERS}sensors:\n  ${FRONT}`,
    `board: nano\nchassis: { mass: 450 g, radius: 90 mm, track: 141 mm }\nwheels: { diameter: 70 mm }\nmotors:\n${BOTH}  noLoadSpeed: 0.6 m/s\n${ENCODERS}sensors:\n  - { id: front, type: bumper, pin: A6 }`,
    '13:37',
    /pin A6 can only read a voltage; a digital pin is wanted/,
  ],
  [
    'a range sensor on a digital pin',
    FRONT,
    '- { type: maxsonar, pin: 6 }',
    '13:28',
    /pin 6 reads no voltage/,
  ],
  [
    'a battery on a digital pin',
    'limits:',
    'battery: { pin: 6, divider: 3, low: 6.4 V }\nlimits:',
    '15:17',
    /pin 6 reads no voltage; A0 to A5 do/,
  ],
  [
    'a battery on a sensor\u2019s pin',
    'limits:',
    'battery: { pin: A0, divider: 3, low: 6.4 V }\nlimits:',
    '15:17',
    /pin A0 is used twice, by the sensor 'front' and by the battery/,
  ],
  [
    'a standby on a motor\u2019s pin',
    '  noLoadSpeed',
    '  standby: 7\n  noLoadSpeed',
    '8:12',
    /pin 7 is used twice, by motors.left.dir and by motors.standby/,
  ],
  [
    'a standby on a pin that the board lacks',
    '  noLoadSpeed',
    '  standby: 40\n  noLoadSpeed',
    '8:12',
    /pin 40 is not on the uno/,
  ],
];

const motors: readonly Change[] = [
  [
    'a board that nothing hangs on',
    BOTH,
    '',
    '2:8',
    /a board, the uno, is named, but no motor; .*; give both, or leave the board out/,
  ],
  [
    'the middle of a servo for a motor that is not a servo',
    'dir: 7 }',
    'dir: 7, neutral: 1.5 ms }',
    '6:36',
    /neutral is given for a motor that is not a servo; .*; remove it/,
  ],
  [
    'the dead zone of a servo for a motor that is not a servo',
    'dir: 7 }',
    'dir: 7, deadZone: 20 us }',
    '6:37',
    /deadZone is given for a motor that is not a servo/,
  ],
  [
    'the reach of a servo for a motor that is not a servo',
    'dir: 7 }',
    'dir: 7, reach: 100 us }',
    '6:34',
    /reach is given for a motor that is not a servo/,
  ],
  [
    'a standby that it is to stop by, and has not',
    '  noLoadSpeed',
    '  stop: standby\n  noLoadSpeed',
    '8:9',
    /these motors cannot stop by 'standby'; .*; give motors.standby/,
  ],
  [
    'a brake that it is to stop by, and has not',
    '  noLoadSpeed',
    '  stop: brake\n  noLoadSpeed',
    '8:9',
    /these motors cannot stop by 'brake'; .*; let it coast/,
  ],
  [
    'a stop by ending pulses, of motors without pulses',
    '  noLoadSpeed',
    '  stop: no pulses\n  noLoadSpeed',
    '8:9',
    /these motors cannot stop by 'no pulses'; only servos/,
  ],
  [
    'servos that are to coast',
    BOTH,
    `${both('{ servo: 12 }', '{ servo: 13 }')}  stop: coast\n`,
    '8:9',
    /these motors cannot stop by 'coast'; .*; write 'no pulses'/,
  ],
  [
    'an unknown motor driver',
    '  noLoadSpeed',
    '  driver: l298\n  noLoadSpeed',
    '8:11',
    /no motor driver is called 'l298'; l298n, .*; did you mean 'l298n'\?/,
  ],
  [
    'a standby of a driver that has none',
    '  noLoadSpeed',
    '  driver: l298n\n  standby: 6\n  noLoadSpeed',
    '9:12',
    /the L298N has no such input; tb6612fng, .*; remove it/,
  ],
  [
    'EN/DIAG of a driver that has none',
    `${BOTH}  noLoadSpeed`,
    `${both('{ pwm: 9, dir: 7, cdir: 12, enableDiag: 6 }', RIGHT)}  driver: l298n\n  noLoadSpeed`,
    '6:49',
    /an EN\/DIAG pin is given, but the L298N has no such input; vnh5019 has; remove it/,
  ],
  [
    'EN/DIAG of a motor with one direction pin',
    LEFT,
    '{ pwm: 9, dir: 7, enableDiag: 6 }',
    '6:9',
    /the keys pwm, dir, enableDiag are found; a motor is one of .*\{pwm, dir, cdir, enableDiag\}/,
  ],
  [
    'a footprint that sticks out of its radius',
    'track: 141 mm',
    'track: 141 mm, footprint: [[80 mm, 0], [-60 mm, 60 mm], [-90 mm, -20 mm]]',
    '3:96',
    /this corner lies 92 mm off the axle's middle, outside the radius of 90 mm; .*; correct one of the two/,
  ],
];

const R3 = both(
  '{ shield: ARDUINO_MOTOR_SHIELD_R3_2, motor: 1 }',
  '{ shield: ARDUINO_MOTOR_SHIELD_R3_2, motor: 2 }',
);
const VNH5019 = both(
  '{ shield: POLOLU_VNH5019_SHIELD, motor: 1 }',
  '{ shield: POLOLU_VNH5019_SHIELD, motor: 2 }',
);
const SERVOS = both('{ servo: 13 }', '{ servo: 12, invert: true }');
const HEAD =
  'board: uno\nchassis: { mass: 450 g, radius: 90 mm, track: 141 mm }\nwheels: { diameter: 70 mm }\nmotors:\n';
const BACK = '- { id: back, type: sonar, range: 3 m }';
const UNTIL_SENSORS = `${BOTH}  noLoadSpeed: 0.6 m/s\n${ENCODERS}sensors:\n  ${FRONT}`;

const read: readonly Change[] = [
  [
    'a range sensor where an R3 tells its current',
    UNTIL_SENSORS,
    `${R3}  noLoadSpeed: 0.6 m/s\nsensors:\n  ${FRONT}`,
    '10:39',
    /pin A0 is used twice, by motors.left on ARDUINO_MOTOR_SHIELD_R3_2 \(current\) and by the sensor 'front'/,
  ],
  [
    'a battery where a VNH5019 tells its current',
    UNTIL_SENSORS,
    `${VNH5019}  noLoadSpeed: 0.6 m/s\nbattery: { pin: A1, divider: 3, low: 6.4 V }\nsensors:\n  - { type: light, pin: A2 }`,
    '9:17',
    /pin A1 is used twice, by motors.right on POLOLU_VNH5019_SHIELD \(current\) and by the battery/,
  ],
  [
    'two gyroscopes of one address',
    `${FRONT}\n  ${BACK}`,
    '- { id: g1, type: mpu6050 }\n  - { id: g2, type: mpu6050 }',
    '14:5',
    /the sensors 'g1' and 'g2' answer at one address, 0x68; .*write `address: 0x69` where its pin sets that/,
  ],
  [
    'two compasses, of which every one has the same address',
    `${FRONT}\n  ${BACK}`,
    '- { id: g1, type: hmc5883l }\n  - { id: g2, type: hmc5883l }',
    '14:5',
    /the sensors 'g1' and 'g2' answer at one address: every hmc5883l has the same; .*; leave one of the two out/,
  ],
  [
    'two kinds of gyroscope at one address',
    `${FRONT}\n  ${BACK}`,
    '- { id: g1, type: qmi8658 }\n  - { id: g2, type: lsm6ds3, address: 0x6B }',
    '14:5',
    /the sensors 'g1' and 'g2' answer at one address, 0x6B; .*; write `address: 0x6A` where its pin sets that, or leave/,
  ],
  [
    'an encoder with b alone',
    'a: 2, b: 4',
    'b: 4',
    '10:14',
    /encoders.left has b but no a; a and b are wanted, or a alone for an encoder with one channel; add a/,
  ],
  [
    'encoders that StandardFirmata does not count',
    'board: uno',
    'board: uno\nfirmware: standard-firmata',
    '11:3',
    /StandardFirmata does not count encoders; the Steerbot firmware does; write firmware: steerbot/,
  ],
  [
    'a gyroscope that is not read with StandardFirmata',
    `noLoadSpeed: 0.6 m/s\n${ENCODERS}sensors:\n  ${FRONT}`,
    'noLoadSpeed: 0.6 m/s\nfirmware: standard-firmata\nsensors:\n  - { id: turn, type: mpu6050 }',
    '11:5',
    /the sensor 'turn' is on the I2C bus, which is not read with StandardFirmata.*; write firmware: steerbot/,
  ],
  [
    'encoders beside a shield behind a bus',
    BOTH,
    both('{ shield: ADAFRUIT_V2, motor: 1 }', '{ shield: ADAFRUIT_V2, motor: 2 }'),
    '10:3',
    /encoders are not counted with ADAFRUIT_V2, whose motors are driven over a bus; .*; leave the encoders out/,
  ],
  [
    'a standby on the timer of its servos',
    BOTH,
    `${SERVOS}  standby: 9\n`,
    '8:12',
    /pin 9 of the uno has no PWM beside a servo.*, so that motors.standby never opens; 3, 5, 6 or 11 have/,
  ],
  [
    'a standby on the timer of a Mega\u2019s servos',
    `${HEAD}${BOTH}`,
    `${HEAD.replace('uno', 'mega')}${SERVOS.replace('12', '22')}  standby: 12\n`,
    '8:12',
    /pin 12 of the mega has no PWM beside a servo.*, so that motors.standby never opens/,
  ],
];

export const BAD_WIRINGS: readonly Change[] = [...shields, ...pins, ...motors, ...read];
