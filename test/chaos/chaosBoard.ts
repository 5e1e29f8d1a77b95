/** The firmware of a run's robot on an emulated board, with a disturbed line, and watched at its pins. */
import * as timers from 'node:timers/promises';
import { AvrBoard } from '../../sim/avr/board.js';
import { EmulatedBody } from '../../sim/avr/emulatedBody.js';
import { EmulatedPort } from '../../sim/avr/emulatedPort.js';
import { loadFirmware } from '../../sim/avr/loadFirmware.js';
import { MotorDuties } from '../../sim/avr/motorDuty.js';
import { untilSettled, VirtualTime } from '../../sim/avr/virtualTime.js';
import type { BodyFactory } from '../../sim/engine/body.js';
import { linkFaults } from '../../sim/plant/linkFaults.js';
import { openDriver } from '../../src/drivers/openDriver.js';
import type { Seconds } from '../../src/math/units.js';
import { boardInputs } from '../../src/sensors/boardInputs.js';
import { BoardWatch } from './boardWatch.js';
import { Chance } from './chance.js';
import type { Upset } from './disturbances.js';
import { DisturbedPort } from './disturbedPort.js';
import type { ChaosRun } from './drawRun.js';
import type { Violation } from './watch.js';

export interface ChaosBoard {
  readonly bodyOf: BodyFactory;
  /** What was violated at the board's pins; the first time of each. */
  readonly violations: readonly Violation[];
}

const nextTurn = () => timers.setImmediate();

/** Starts the board of the run's only robot, and arms it. */
export async function startBoard(run: ChaosRun): Promise<ChaosBoard> {
  const { seed, index, scenario, upsets } = run;
  const [spec] = scenario.robots;
  if (!spec) throw new Error('a run has a robot');
  const { id, robot } = spec;
  const board = new AvrBoard(loadFirmware(), (seed + index) | 1);
  const motors = new MotorDuties(board, robot.motors);
  const port = new EmulatedPort(board);
  const line = new DisturbedPort(port, new Chance(seed, index, 'line'));
  const watch = new BoardWatch(board, motors, robot);
  const opening = openDriver(robot, line, { time: new VirtualTime(board), inputs: boardInputs(robot) });
  const driver = await untilSettled(board, opening, { nextTurn });
  await untilSettled(board, driver.arm(), { nextTurn });
  const violations: Violation[] = [];
  const ills = new BoardIlls(upsets, { board, port, line });
  return {
    violations,
    bodyOf: (context) => {
      if (context.strikes) port.disturb(linkFaults(context.strikes, scenario.seed));
      const body = new EmulatedBody(board, driver, context, motors);
      return {
        driver: body.driver,
        longestStep: body.longestStep,
        speedLimit: body.speedLimit,
        sense: (at) => body.sense(at),
        advanced: (from, to) => {
          ills.happen(from);
          body.advanced(from, to);
          const what = watch.step();
          if (what !== undefined && violations.length === 0)
            violations.push({ robot: id, at: to, tick: 0, rule: 'dead-man', what });
        },
      };
    },
  };
}

interface Ailing {
  readonly board: AvrBoard;
  readonly port: EmulatedPort;
  readonly line: DisturbedPort;
}

/** What becomes of the board, its cable and its host. */
class BoardIlls {
  readonly #upsets: readonly Upset[];
  readonly #ailing: Ailing;
  readonly #done = new Set<Upset>();

  constructor(upsets: readonly Upset[], ailing: Ailing) {
    this.#upsets = upsets;
    this.#ailing = ailing;
  }

  happen(at: Seconds): void {
    const { line } = this.#ailing;
    const on = this.#upsets.filter(
      ({ at: from, for: lasting = Infinity }) => from <= at && at < from + lasting,
    );
    line.flipped = Math.max(0, ...on.map(({ upset, by = 0 }) => (upset === 'bytesFlipped' ? by : 0)));
    if (on.some(({ upset }) => upset === 'hostFrozen' || upset === 'hostKilled')) line.freeze();
    else line.thaw();
    for (const upset of on) {
      if (this.#done.has(upset)) continue;
      this.#done.add(upset);
      this.#begin(upset);
    }
  }

  #begin({ upset }: Upset): void {
    const { board, port } = this.#ailing;
    switch (upset) {
      case 'cablePulled':
        port.cut('told');
        break;
      case 'cablePulledSilently':
        port.cut('silent');
        break;
      case 'boardReset':
        board.reset('brownOut');
        break;
      case 'mainLoopHangs':
        board.hangMainLoop();
        break;
    }
  }
}
