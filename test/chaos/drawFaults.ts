/** Draws the faults of a run: about one a minute and robot, of every class, some ended and some not. */
import type { FaultSpec, InjectedKind } from '../../sim/scenario/faultSpec.js';
import { STRUCK_PART, sidesWithDiag } from '../../sim/scenario/faultSpec.js';
import type { RobotSpec, Scenario } from '../../sim/scenario/scenario.js';
import type { Seconds } from '../../src/math/units.js';
import { beamOf } from '../../src/sensors/beam.js';
import type { Chance } from './chance.js';
import {
  type AnyFault,
  BEHAVIOR_UPSETS,
  BOARD_UPSETS,
  CLOCK_UPSETS,
  isOneOf,
  NEWS_UPSETS,
  READING_UPSETS,
  readingKinds,
  type Upset,
  type UpsetKind,
} from './disturbances.js';

/** Mean time between two faults of a run. */
const FAULT_INTERVAL: Seconds = 60;
/** After these a robot cannot drive again in the same run. */
const FINAL_KINDS = ['clockJump', 'commandsFail', 'bodyLost'] as const;
const FINAL_SHARE = 0.15;

export interface DrawnFaults {
  readonly faults: readonly FaultSpec[];
  readonly upsets: readonly Upset[];
}

export function drawFaults(chance: Chance, scenario: Scenario, firmware = false): DrawnFaults {
  const drawn: AnyFault[] = [];
  const crowd = Math.min(3, scenario.robots.length);
  for (let at = 0.5; ; ) {
    at += chance.wait(FAULT_INTERVAL / crowd);
    if (at > scenario.duration - 1) break;
    const fault = drawFault(chance, scenario, { at: cut(at), firmware });
    if (fault) drawn.push(fault);
  }
  if (firmware) drawn.push(drawEnd(chance, scenario));
  return {
    faults: drawn.filter((fault): fault is FaultSpec => 'fault' in fault),
    upsets: drawn.filter((fault): fault is Upset => 'upset' in fault),
  };
}

const cut = (value: number): number => Math.round(1000 * value) / 1000;

/** A board that loses its host ends the run of its robot, so each run with the firmware ends like this. */
function drawEnd(chance: Chance, { robots, duration }: Scenario): Upset {
  const robot = (robots[0] as RobotSpec).id;
  const upset = chance.oneOf(BOARD_UPSETS.filter((kind) => kind !== 'bytesFlipped'));
  const lasting = upset === 'hostFrozen' ? { for: cut(chance.between(0.05, 1.2)) } : {};
  return { upset, robot, at: cut(duration - 1.5 + 0.1 * chance.uniform()), ...lasting };
}

interface When {
  readonly at: Seconds;
  readonly firmware: boolean;
}

function drawFault(chance: Chance, scenario: Scenario, { at, firmware }: When): AnyFault | undefined {
  const spec = chance.oneOf(scenario.robots);
  const { id: robot } = spec;
  const kind = chance.oneOf(kindsFor(spec, scenario, firmware));
  if (isOneOf(FINAL_KINDS, kind) && !chance.happens(FINAL_SHARE)) return undefined;
  if (kind in STRUCK_PART) return faultOf(chance, kind as InjectedKind, spec, { at, scenario });
  const upset = kind as UpsetKind;
  if (isOneOf(READING_UPSETS, upset))
    return { upset, robot, at, reading: chance.oneOf(readingKinds(spec.robot, scenario.sensing)) };
  if (upset === 'clockBack') return { upset, robot, at, by: cut(chance.between(0.01, 5)) };
  if (upset === 'clockGap')
    return {
      upset,
      robot,
      at,
      for: cut(chance.happens(0.5) ? chance.between(0.03, 0.45) : chance.between(0.6, 3)),
    };
  if (upset === 'clockLate') return { upset, robot, at, for: cut(chance.between(1, 20)) };
  if (upset === 'bytesFlipped')
    return {
      upset,
      robot,
      at,
      for: cut(chance.between(0.2, 5)),
      by: chance.oneOf([0.001, 0.005, 0.02, 0.1]),
    };
  if (isOneOf(BEHAVIOR_UPSETS, upset)) return { upset, robot, at, for: cut(chance.between(0.05, 2)) };
  return { upset, robot, at };
}

/** The kinds that a robot can suffer, of scenarios and beside them. */
function kindsFor({ robot }: RobotSpec, { sensing, world }: Scenario, firmware: boolean): string[] {
  const { sensors } = robot;
  const has = {
    encoders: robot.encoders !== undefined,
    battery: robot.battery !== undefined && !firmware,
    range: sensors.some((sensor) => sensor.type !== 'bumper' && beamOf(sensor)),
    gyro: sensors.some(({ type }) => ['mpu6050', 'hmc5883l', 'bno055'].includes(type)),
    driver: sidesWithDiag(robot).length > 0,
    link: firmware,
    body: true,
    loop: true,
  };
  const ofScenario = (Object.keys(STRUCK_PART) as InjectedKind[]).filter(
    (kind) => has[STRUCK_PART[kind]] && (!kind.startsWith('target') || world.movers.length > 0),
  );
  const readings = readingKinds(robot, sensing).length > 0 ? READING_UPSETS : [];
  const ofBoard = firmware ? ['bytesFlipped', 'bytesFlipped', 'bytesFlipped'] : [];
  const beside = [...readings, ...NEWS_UPSETS, ...CLOCK_UPSETS, ...BEHAVIOR_UPSETS];
  return [...ofScenario, ...beside, ...ofBoard, ...(firmware ? [] : ['commandsFail', 'bodyLost'])];
}

/** Most end soon, some last a minute, a few last to the end. */
const lastingOf = (chance: Chance): { readonly for?: Seconds } =>
  chance.weighted<() => { readonly for?: Seconds }>([
    [75, () => ({ for: cut(0.05 + chance.wait(4)) })],
    [20, () => ({ for: cut(chance.between(20, 60)) })],
    [5, () => ({})],
  ])();

function faultOf(
  chance: Chance,
  fault: InjectedKind,
  { id, robot }: RobotSpec,
  { at, scenario }: { readonly at: Seconds; readonly scenario: Scenario },
): FaultSpec {
  const side = chance.oneOf([undefined, 'left', 'right'] as const);
  const base = { fault, robot: id, at, ...lastingOf(chance) };
  const part = STRUCK_PART[fault];
  if (fault === 'encodersSwapped' || fault === 'motorsSwapped') return base;
  if (fault === 'wheelSlip') return { ...base, ...(side && { side }), share: cut(chance.between(0.3, 1)) };
  if (part === 'driver') return base;
  if (part === 'encoders' || part === 'body') return { ...base, ...(side && { side }) };
  if (fault === 'batteryLow') {
    const low = robot.battery?.low ?? 1;
    return { ...base, level: cut(low * chance.oneOf([0.5, 0.95])) };
  }
  if (fault === 'linkDrop') return { ...base, share: cut(chance.between(0.05, 0.9)) };
  if (fault === 'linkDelay') return { ...base, by: cut(chance.between(0.01, 0.3)) };
  if (fault === 'clockJump') return { fault, robot: id, at, by: cut(chance.between(0.05, 10)) };
  if (fault === 'targetLost') return base;
  if (fault === 'targetJump') {
    const target = chance.oneOf(scenario.world.movers).id;
    return { ...base, target, by: cut(chance.between(1, 8)) };
  }
  return base;
}
