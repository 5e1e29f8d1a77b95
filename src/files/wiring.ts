/** Which pins a board has, what each can do, and who uses it. */
import { oneOf } from '../errors.js';
import { fieldOf, type KeyPath, listOf, valueAt } from '../values.js';

export type BoardName = 'uno' | 'nano' | 'mega';

interface Board {
  readonly digital: number;
  readonly analog: number;
  readonly pwm: readonly number[];
  /** The two wires that all I²C sensors share. */
  readonly bus: readonly string[];
  /** Pins that can only read. */
  readonly inputOnly: readonly string[];
}

const BOARDS: Readonly<Record<BoardName, Board>> = {
  uno: { digital: 14, analog: 6, pwm: [3, 5, 6, 9, 10, 11], bus: ['A4', 'A5'], inputOnly: [] },
  nano: { digital: 14, analog: 8, pwm: [3, 5, 6, 9, 10, 11], bus: ['A4', 'A5'], inputOnly: ['A6', 'A7'] },
  mega: {
    digital: 54,
    analog: 16,
    pwm: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 44, 45, 46],
    bus: ['20', '21'],
    inputOnly: [],
  },
};

/** A pin as it is written: a number, or A and a number. */
export const PIN = /^A?\d+$/;

const ON_BUS = new Set(['mpu6050', 'hmc5883l', 'bno055']);
const ANALOG_ONLY = new Set(['gp2y0a21', 'gp2y0a41', 'light']);

type Need = 'pwm' | 'output' | 'input' | 'analog' | 'bus';

/** One use of one pin. */
interface Use {
  readonly pin: string;
  readonly who: string;
  readonly need: Need;
  readonly path: KeyPath;
}

export interface WiringFault {
  readonly path: KeyPath;
  readonly message: string;
}

function use(value: unknown, path: KeyPath, who: string, need: Need): Use[] {
  const pin = String(valueAt(value, path));
  return PIN.test(pin) ? [{ pin, who, need, path }] : [];
}

const MOTOR_PINS = {
  pwm: 'pwm',
  forward: 'pwm',
  reverse: 'pwm',
  dir: 'output',
  cdir: 'output',
  servo: 'output',
};

function wheelUses(robot: unknown, side: string): Use[] {
  const motor = Object.entries(MOTOR_PINS).flatMap(([key, need]) =>
    use(robot, ['motors', side, key], `motors.${side}.${key}`, need as Need),
  );
  const encoder = ['a', 'b'].flatMap((key) =>
    use(robot, ['encoders', side, key], `encoders.${side}.${key}`, 'input'),
  );
  return [...motor, ...encoder];
}

function sensorUses(robot: unknown, board: Board | undefined): Use[] {
  return listOf(fieldOf(robot, 'sensors')).flatMap((sensor, i) => {
    const type = String(fieldOf(sensor, 'type'));
    const who = `the sensor '${String(fieldOf(sensor, 'id') ?? type)}'`;
    const own = use(robot, ['sensors', i, 'pin'], who, ANALOG_ONLY.has(type) ? 'analog' : 'input');
    if (!ON_BUS.has(type) || !board) return own;
    return [...own, ...board.bus.map((pin): Use => ({ pin, who, need: 'bus', path: ['sensors', i] }))];
  });
}

/** What the board says against a pin, as `found; allowed; cure`; nothing where it suits. */
function unfit({ pin, need }: Use, board: Board, name: BoardName): string {
  if (need === 'bus') return '';
  const analog = /^A(\d+)$/.exec(pin);
  const digital = /^\d+$/.test(pin) ? Number(pin) : Number.NaN;
  const exists = analog ? Number(analog[1]) < board.analog : digital < board.digital;
  const has = `0 to ${board.digital - 1} and A0 to A${board.analog - 1}`;
  if (!exists) return `pin ${pin} is not on the ${name}; it has ${has}`;
  if (digital < 2) return `pin ${pin} is the serial link's; pins from 2 on are free; wire it to another pin`;
  const pwm = `${oneOf(board.pwm.map(String))} can on the ${name}`;
  if (need === 'pwm' && !board.pwm.includes(digital)) return `pin ${pin} has no PWM; ${pwm}`;
  if (need === 'analog' && !analog) return `pin ${pin} reads no voltage; A0 to A${board.analog - 1} do`;
  if (need === 'output' && board.inputOnly.includes(pin)) return `pin ${pin} can only read; take another pin`;
  return '';
}

function sharedPins(uses: readonly Use[]): WiringFault[] {
  const first = new Map<string, Use>();
  const faults: WiringFault[] = [];
  for (const next of uses) {
    const other = first.get(next.pin);
    if (!other) first.set(next.pin, next);
    else if (!(other.need === 'bus' && next.need === 'bus')) {
      const found = `pin ${next.pin} is used twice, by ${other.who} and by ${next.who}`;
      faults.push({ path: next.path, message: `${found}; one use a pin; wire one of them to another pin` });
    }
  }
  return faults;
}

/** Every wrong pin of a robot definition, which may be wrong in other ways too. */
export function wiringFaults(robot: unknown): WiringFault[] {
  const name = fieldOf(robot, 'board');
  const known = typeof name === 'string' && Object.hasOwn(BOARDS, name) ? (name as BoardName) : undefined;
  const board = known && BOARDS[known];
  const uses = [...wheelUses(robot, 'left'), ...wheelUses(robot, 'right'), ...sensorUses(robot, board)];
  const unfits = uses.flatMap((each): WiringFault[] => {
    const message = board && known ? unfit(each, board, known) : '';
    return message === '' ? [] : [{ path: each.path, message }];
  });
  return [...unfits, ...sharedPins(uses)];
}
