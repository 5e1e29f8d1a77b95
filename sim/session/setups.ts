/** What the robots of a scene are told and tuned to while it goes on, and whence: for choosing again, and for saving. */
import type { TunedRobot } from '../../src/config/tuning/tunedFiles.js';
import type { MissionSpec } from '../../src/signals/missionTree.js';
import type { Setup } from '../../src/signals/signals.js';
import type { RobotSpec, Scenario } from '../scenario/scenario.js';

/** Where a mission comes from: the robot's own, one of the scene's by its place, or from a person's hand. */
export type Source = 'own' | 'given' | number;

/** One robot's. */
class Told {
  source: Source = 'own';
  setup: Setup;
  /** From a person's hand, before it was tuned. */
  given: MissionSpec | undefined;
  /** As they were tuned; what is missing is as the file has it. */
  readonly missions = new Map<Source, MissionSpec>();

  constructor({ robot, mission }: RobotSpec) {
    this.setup = { robot, mission };
  }
}

export class Setups {
  readonly #scenario: Scenario;
  readonly #told: ReadonlyMap<string, Told>;

  constructor(scenario: Scenario) {
    this.#scenario = scenario;
    this.#told = new Map(scenario.robots.map((robot) => [robot.id, new Told(robot)]));
  }

  sourceOf(id: string): Source {
    return this.#of(id).source;
  }

  now(id: string): Setup {
    return this.#of(id).setup;
  }

  /** What it does now as the files have it, or as a hand gave it, before it was tuned. */
  loaded(id: string): Setup {
    const { source, given } = this.#of(id);
    const mission = (source === 'given' && given) || this.#fileMission(id, source);
    return { robot: this.#spec(id).robot, mission };
  }

  /** One of the scene's missions, as it was tuned last. Each robot has a setup of its own, for controllers are made by it. */
  choose(id: string, mission: number): Setup {
    const told = this.#of(id);
    return this.#note(told, mission, {
      ...told.setup,
      mission: told.missions.get(mission) ?? this.#fileMission(id, mission),
    });
  }

  /** A mission from a person's hand. */
  give(id: string, mission: MissionSpec): Setup {
    const told = this.#of(id);
    told.given = mission;
    return this.#note(told, 'given', { ...told.setup, mission });
  }

  tune(id: string, setup: Setup): Setup {
    const told = this.#of(id);
    const { source } = told;
    if (source !== 'given' && setup.mission !== told.setup.mission) told.missions.set(source, setup.mission);
    return this.#note(told, source, { ...setup });
  }

  /** The robot begins again, with its own mission and all that was tuned; undefined where nothing was. */
  beginAgain(id: string): Setup | undefined {
    const told = this.#of(id);
    const { robot, mission } = this.#spec(id);
    const setup = { robot: told.setup.robot, mission: told.missions.get('own') ?? mission };
    this.#note(told, 'own', setup);
    return setup.robot === robot && setup.mission === mission ? undefined : setup;
  }

  /** Once for each entry of the file and each mission of it that was tuned. */
  tuned(): TunedRobot[] {
    const saved = new Map<string, TunedRobot>();
    for (const [i, spec] of this.#scenario.robots.entries()) {
      const told = this.#of(spec.id);
      for (const source of new Set<Source>(['own', ...told.missions.keys()])) {
        const loaded = { robot: spec.robot, mission: this.#fileMission(spec.id, source) };
        const tuned = { robot: told.setup.robot, mission: told.missions.get(source) ?? loaded.mission };
        if (tuned.robot === loaded.robot && tuned.mission === loaded.mission) continue;
        const name = typeof source === 'number' && this.#scenario.missions?.[source]?.name;
        const entry = { index: spec.entry ?? i, ...(name && { mission: name }) };
        saved.set(JSON.stringify(entry), { entry, loaded, tuned });
      }
    }
    return [...saved.values()];
  }

  #note(told: Told, source: Source, setup: Setup): Setup {
    told.source = source;
    told.setup = setup;
    return setup;
  }

  #fileMission(id: string, source: Source): MissionSpec {
    const named = typeof source === 'number' ? this.#scenario.missions?.[source] : undefined;
    return (named ?? this.#spec(id)).mission;
  }

  #spec(id: string): RobotSpec {
    const spec = this.#scenario.robots.find((robot) => robot.id === id);
    if (!spec) throw new RangeError(`there is no robot ${id}`);
    return spec;
  }

  #of(id: string): Told {
    const told = this.#told.get(id);
    if (!told) throw new RangeError(`there is no robot ${id}`);
    return told;
  }
}
