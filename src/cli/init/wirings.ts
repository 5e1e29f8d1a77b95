/** How the two motors of a user's own robot may be wired, in the words of its file; the pins are examples. */
export const MOTOR_WIRINGS = {
  'pwm,dir': {
    title: 'speed and direction (PWM, DIR): Motor Shield R3, DRV8835, MD10C …',
    left: '{ pwm: 9,  dir: 7 }',
    right: '{ pwm: 10, dir: 8 }',
  },
  'pwm,dir,cdir': {
    title: 'speed and two directions (ENA, IN1, IN2): L298N, TB6612 …',
    left: '{ pwm: 5, dir: 7, cdir: 8 }',
    right: '{ pwm: 6, dir: 9, cdir: 11 }',
  },
  'forward,reverse': {
    title: 'a PWM for each direction (IN1, IN2): DRV8833, L9110S …',
    left: '{ forward: 5, reverse: 6 }',
    right: '{ forward: 9, reverse: 10 }',
  },
  servo: {
    title: 'continuous rotation servos',
    left: '{ servo: 9 }',
    right: '{ servo: 10, invert: true }',
  },
} as const;

export type MotorWiring = keyof typeof MOTOR_WIRINGS;
export const MOTOR_WIRING_NAMES = Object.keys(MOTOR_WIRINGS) as readonly MotorWiring[];
export const motorWiringTitle = (wiring: MotorWiring): string => MOTOR_WIRINGS[wiring].title;
