/** A scenario as a file's text: what `parseScenario` reads as the same scenario. */
import { Document, isMap, isPair, isScalar, isSeq, type Node } from 'yaml';
import { serializeMission, serializeSetup } from '../../src/config/tuning/serializeConfig.js';
import { type SensorDefinition, sensorSchema } from '../../src/kit/sensors/index.js';
import { wrapAngle } from '../../src/math/geometry.js';
import { asWritten as oneForEachSweep, sweptOf } from '../../src/robot/sweep.js';
import { inFileForm } from './changes.js';
import type { CriterionSpec, RobotSpec, Scenario } from './scenario.js';

/** A line of a file. */
const MAX_WIDTH = 130;
/** What stands in one line with others. */
const MAX_FLOW = 100;

/**
 * All that a file or a draw gave stands in it, so that it needs no other file. Own behaviors are named; their code is not in it.
 *
 * @param remark its first lines
 */
export function writtenScenario(scenario: Scenario, remark: string): string {
  const document = new Document(fileValue(scenario), { aliasDuplicateObjects: false });
  flow(document.contents);
  document.commentBefore = remark.replace(/^/gm, ' ');
  return document.toString({ lineWidth: MAX_WIDTH, flowCollectionPadding: true });
}

function fileValue(scenario: Scenario): object {
  const {
    robots,
    missions,
    criteria,
    world,
    communication,
    changes,
    name,
    about,
    behaviors: _,
    ...rest
  } = scenario;
  const { range, ...heard } = communication;
  const { posts, ...things } = world;
  return {
    name,
    ...(about && { about }),
    ...(inFileForm(rest) as object),
    // As far as there is: no file says so.
    communication: { ...heard, ...(Number.isFinite(range) && { range }) },
    world: inFileForm({ ...things, ...(posts.at.length > 0 && { posts }) }),
    ...(missions && {
      missions: Object.fromEntries(missions.map(({ name, mission }) => [name, serializeMission(mission)])),
    }),
    robots: robots.map(robotEntry),
    criteria: criteria.map(criterionEntry),
    ...(changes && { changes: changes.map(({ at, set }) => ({ at, set })) }),
  };
}

function robotEntry({ id, robot, at, mission, ghost }: RobotSpec): object {
  const setup = serializeSetup({ robot, mission });
  return {
    ...{ id, at: { ...at }, ...(ghost && { ghost }), mission: setup.mission },
    robot: { ...(setup.robot as object), sensors: oneForEachSweep(robot.sensors).map(writtenSensor) },
  };
}

const criterionEntry = ({ criterion, ...limits }: CriterionSpec): object => ({
  [criterion]: inFileForm(limits),
});

/** Without what follows from its type, which no file may say. */
function writtenSensor(sensor: SensorDefinition): Record<string, unknown> {
  const written: Record<string, unknown> = { ...sensor, ...sweepIn(sensor) };
  for (;;) {
    const issues = sensorSchema.safeParse(written).error?.issues ?? [];
    const fixed = issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys' ? issue.keys : issue.path.slice(0, 1).map(String),
    );
    const known = fixed.filter((key) => key in written);
    if (known.length === 0) return written;
    for (const key of known) delete written[key];
  }
}

/** A sonar that a servo turns, of its first direction. */
function sweepIn(sensor: SensorDefinition): object {
  const swept = sweptOf(sensor);
  if (!swept) return {};
  const { sensor: id, servo, angle: from, step, places, invert } = swept;
  const facing = 'facing' in sensor ? wrapAngle(sensor.facing - from) : 0;
  return { id, facing, sweep: { servo, from, to: from + (places - 1) * step, step, invert } };
}

/** Short collections stand in one line. */
function flow(node: Node | null): void {
  if (!isMap(node) && !isSeq(node)) return;
  for (const item of node.items) flow((isPair(item) ? item.value : item) as Node | null);
  const values = node.items.map((item) => (isPair(item) ? item.value : item));
  const isFlat = values.every((value) => isScalar(value) || ((isMap(value) || isSeq(value)) && value.flow));
  if (isFlat && JSON.stringify(node).length < MAX_FLOW) node.flow = true;
}
