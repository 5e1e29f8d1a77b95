/** What an operator does with the steps of missions in a simulated session. */
import { plannedSteps } from '../../src/session/missionSteps.js';
import type { OperationRefusal } from '../../src/session/operations.js';
import type { Operation } from '../../src/signals/view.js';
import type { OpenScene } from './openScene.js';

type Of<K extends Operation['kind']> = Extract<Operation, { readonly kind: K }>;

/** Tells a value to the missions of the robots that are meant. */
export function tellSignal(open: OpenScene, { robot, name, value = true }: Of<'signal'>): OperationRefusal {
  const meant = open.meant(robot);
  if (typeof meant === 'string') return meant;
  for (const { loop } of meant) loop.say({ kind: 'signal', name, value });
  return undefined;
}

/** Robots whose mission has that node go on there. */
export function goToStep(open: OpenScene, { robot, step }: Of<'goToStep'>): OperationRefusal {
  const meant = open.meant(robot);
  if (typeof meant === 'string') return meant;
  const having = meant.filter(({ loop }) =>
    plannedSteps(loop.setup.mission).some(({ path }) => path === step),
  );
  if (having.length === 0) return `no mission has a step '${step}'`;
  for (const { loop } of having) loop.say({ kind: 'goToStep', step });
  return undefined;
}
