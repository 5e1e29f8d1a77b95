/** The missions and tuned values of a scene's robots, with their sources: for choosing again and for saving. */
import type { TunedRobot } from '../../src/config/tuning/tunedFiles.js';
import type { MissionSpec } from '../../src/signals/missionTree.js';
import type { Setup } from '../../src/signals/signals.js';
import type { RobotSpec, Scenario } from '../scenario/scenario.js';

/** The source of a mission: the robot's own, given by an operator, or the index of one of the scene's missions. */
export type MissionSource = 'own' | 'given' | number;

/** The missions of one robot. */
class Told {
  source: MissionSource = 'own';
  setup: Setup;
  /** An operator's mission before it was tuned. */
  given: MissionSpec | undefined;
  /** Tuned missions; the others are as in the file. */
  readonly missions = new Map<MissionSource, MissionSpec>();

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

  sourceOf(id: string): MissionSource {
    return this.#of(id).source;
  }

  now(id: string): Setup {
    return this.#of(id).setup;
  }

  /** Its present setup before tuning, from the files or from an operator. */
  loaded(id: string): Setup {
    const { source, given } = this.#of(id);
    const mission = (source === 'given' && given) || this.#fileMission(id, source);
    return { robot: this.#spec(id).robot, mission };
  }

  /**
   * One of the scene's missions as last tuned. Each robot has its own setup object, since controllers are built from
   * it.
   */
  choose(id: string, mission: number): Setup {
    const told = this.#of(id);
    return this.#note(told, mission, {
      ...told.setup,
      mission: told.missions.get(mission) ?? this.#fileMission(id, mission),
    });
  }

  /** A mission from an operator. */
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

  /** The setup for a restart: the robot's own mission and all tuned values; undefined without tuned values. */
  beginAgain(id: string): Setup | undefined {
    const told = this.#of(id);
    const { robot, mission } = this.#spec(id);
    const setup = { robot: told.setup.robot, mission: told.missions.get('own') ?? mission };
    this.#note(told, 'own', setup);
    return setup.robot === robot && setup.mission === mission ? undefined : setup;
  }

  /** One item for each tuned mission of each entry of the file. */
  tuned(): TunedRobot[] {
    const saved = new Map<string, TunedRobot>();
    for (const [i, spec] of this.#scenario.robots.entries()) {
      const told = this.#of(spec.id);
      for (const source of new Set<MissionSource>(['own', ...told.missions.keys()])) {
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

  #note(told: Told, source: MissionSource, setup: Setup): Setup {
    told.source = source;
    told.setup = setup;
    return setup;
  }

  #fileMission(id: string, source: MissionSource): MissionSpec {
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
