/**
 * The operator of one robot: says STOP, drives by hand, changes the mission and its numbers, at random; and puts a
 * robot that has stopped back to work.
 */
import type { RobotSpec } from '../../sim/scenario/scenario.js';
import { missionSchema } from '../../src/config/mission/missionSchema.js';
import type { Seconds } from '../../src/math/units.js';
import type { Command, Setup, Tick, Twist } from '../../src/signals/signals.js';
import type { MissionSpec } from '../../src/steering/mission.js';
import type { Chance } from './chance.js';
import { drawMission, type Ground } from './drawMission.js';

/** Mean time between two acts that nothing asks for. */
const ACT_INTERVAL: Seconds = 30;
const REPEAT: Seconds = 0.08;

type Act = 'stop' | 'armNow' | 'clear' | 'arm' | 'teleop' | 'mission' | 'tune' | 'stopAndArm' | 'resume';

const ACTS: readonly (readonly [number, Act])[] = [
  [2, 'stop'],
  [1, 'stopAndArm'],
  [1, 'armNow'],
  [1, 'clear'],
  [4, 'teleop'],
  [4, 'mission'],
  [2, 'tune'],
  [1, 'resume'],
];

interface Stick {
  readonly until: Seconds;
  readonly twist: Twist;
  /** When the twist is repeated. */
  readonly next: Seconds;
}

export class Operator {
  readonly #chance: Chance;
  readonly #ground: Ground;
  readonly #wrap: (mission: MissionSpec) => MissionSpec;
  /** The definition that its file gives; tuning changes a copy. */
  readonly #robot: RobotSpec['robot'];
  #nextAct: Seconds;
  /** When it answers a robot that has stopped, arrived or been driven by hand. */
  #answerAt: Seconds | null = null;
  #stick: Stick | null = null;

  /** @param wrap makes a mission one whose behaviors may be upset */
  constructor(
    chance: Chance,
    spec: RobotSpec,
    ground: Ground,
    wrap: (mission: MissionSpec) => MissionSpec = (mission) => mission,
  ) {
    this.#chance = chance;
    this.#ground = ground;
    this.#wrap = wrap;
    this.#robot = spec.robot;
    this.#nextAct = chance.wait(ACT_INTERVAL);
  }

  /** What the operator says before a tick. @param last the robot's last tick */
  says(at: Seconds, last: Tick | undefined, setup: Setup): Command[] {
    if (this.#stick) return this.#hold(at, this.#stick);
    if (at >= this.#nextAct) {
      this.#nextAct = at + this.#chance.wait(ACT_INTERVAL);
      return this.#act(at, this.#chance.weighted(ACTS), setup);
    }
    return last ? this.#answer(at, last, setup) : [];
  }

  #act(at: Seconds, act: Act, setup: Setup): Command[] {
    switch (act) {
      case 'stop':
      case 'clear':
      case 'resume':
      case 'arm':
        return [{ kind: act }];
      case 'armNow':
        return [{ kind: 'arm' }];
      case 'stopAndArm':
        return [{ kind: 'stop' }, { kind: 'arm' }];
      case 'teleop':
        this.#stick = { until: at + this.#chance.between(0.2, 6), twist: this.#twist(), next: at };
        return [];
      case 'mission':
        return [this.#mission(setup)];
      case 'tune':
        return [{ kind: 'tune', setup: { robot: this.#tuned(), mission: setup.mission } }];
    }
  }

  /** Repeats the stick's twist, changes it now and then, and lets go; sometimes without saying so. */
  #hold(at: Seconds, stick: Stick): Command[] {
    if (at >= stick.until) {
      this.#stick = null;
      this.#answerAt = at + this.#chance.between(0.1, 2);
      return this.#chance.happens(0.7) ? [{ kind: 'teleop', twist: { linear: 0, angular: 0 } }] : [];
    }
    if (at < stick.next) return [];
    const twist = this.#chance.happens(0.1) ? this.#twist() : stick.twist;
    this.#stick = { ...stick, twist, next: at + REPEAT };
    const stops: Command[] = this.#chance.happens(0.005) ? [{ kind: 'stop' }] : [];
    return [...stops, { kind: 'teleop', twist }];
  }

  #twist(): Twist {
    const share = () => this.#chance.oneOf([-1, 0, 1, this.#chance.between(-1, 1)]);
    const odd = () => this.#chance.oneOf([Number.NaN, Number.POSITIVE_INFINITY, 1e9, -50]);
    if (this.#chance.happens(0.1)) return { linear: odd(), angular: this.#chance.happens(0.5) ? odd() : 0 };
    return { linear: 0.3 * share(), angular: 3 * share() };
  }

  #answer(at: Seconds, { safety, mode, arrived }: Tick, setup: Setup): Command[] {
    const asks = safety === 'stopped' || safety === 'faulted' || mode === 'manual' || arrived;
    if (!asks) {
      this.#answerAt = null;
      return [];
    }
    this.#answerAt ??= at + this.#chance.between(0.3, 3);
    if (at < this.#answerAt) return [];
    this.#answerAt = at + this.#chance.between(0.3, 3);
    if (safety === 'faulted') return [{ kind: 'clear' }];
    if (safety === 'stopped') return [{ kind: 'arm' }];
    return mode === 'manual' ? [{ kind: 'resume' }] : [this.#mission(setup)];
  }

  #mission({ robot }: Setup): Command {
    const written = drawMission(this.#chance, this.#ground);
    return { kind: 'setup', setup: { robot, mission: this.#wrap(missionSchema().parse(written)) } };
  }

  #tuned(): RobotSpec['robot'] {
    const { limits, control } = this.#robot;
    return {
      ...this.#robot,
      limits: { ...limits, speed: limits.speed * this.#chance.between(0.4, 1) },
      control: { ...control, steeringGain: control.steeringGain * this.#chance.between(0.5, 2) },
    };
  }
}
