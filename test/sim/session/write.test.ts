/** A mission that is written on a page. */
import { describe, expect, it } from 'vitest';
import { parseScenario } from '../../../sim/scenario/scenarioFile.js';
import { loadRobot } from '../../../src/config/loadDefinition.js';
import { missionOnPage } from '../../../src/config/mission/missionFile.js';
import { opened } from './opened.js';

const LESSON = `
duration: 6 s
criteria: [{ distance: { from: a, to: [1, 0], reaches: 20 mm } }]
robots: [{ id: a, robot: scout, mission: { seek: { target: [9, 0] } } }]
`;

function lesson(text = LESSON) {
  const open = (name: string, written?: string) => {
    const mission = written === undefined ? undefined : missionOnPage(written, undefined);
    const readRobot = (robot: string) => loadRobot(robot);
    const scenario = parseScenario(text, 'test.yaml', { readPath: () => [], readRobot, mission });
    return { name, about: '', scenario };
  };
  const run = opened(text, {}, { open, save: () => 'saved' });
  return { ...run, write: (mission: string) => run.say({ kind: 'write', mission }) };
}

describe('a mission that is written on a page', () => {
  it('begins the scene again as if its file had it, and is judged', () => {
    const { pass, write, frame, scene, robot } = lesson();
    pass(1);
    write('# mine\narrive: { target: [1, 0] }');
    pass(0.1);
    expect(frame().at).toBeLessThan(0.2);
    expect(scene().missionText).toBe('# mine\narrive: { target: [1, 0] }');
    expect(scene().robots[0]?.mission.behavior).toBe('arrive');
    pass(7);
    expect(robot().tick?.arrived).toBe(true);
    expect(frame().verdict.map(({ passed }) => passed)).toEqual([true]);
    expect(frame().takenOverAt).toBeUndefined();
  });

  it('is still there after a restart, and its text follows a slider', () => {
    const { pass, write, say, scene } = lesson();
    write('arrive: { target: [1, 0] }');
    pass(1);
    say({ kind: 'restart' });
    pass(0.1);
    expect(scene().missionText).toBe('arrive: { target: [1, 0] }');
    const within = scene().tunables.find(({ label }) => label.endsWith('within'));
    say({ kind: 'tune', id: within?.id ?? '', value: 0.02 });
    pass(0.2);
    expect(scene().missionText).toMatch(/^arrive: \{target: \[1, 0\], within: 0\.02/);
  });

  it.each([
    ['an unknown behavior', 'arive: { target: [1, 0] }', /^mission:1:1: unknown behavior 'arive'/],
    ['a file', 'followPath: { path: /etc/passwd }', /^mission:1:21: '\/etc\/passwd': a mission written/],
    ['no YAML', 'arrive: { target: [1, 0]', /^mission:1:/],
    ['a scenario', 'robots: []', /^mission:1:1: /],
    ['a target that is not there', 'pursue: { target: b }', /'b'/],
  ])('%s is a mistake with its place, and the scene goes on', (_, text, mistake) => {
    const { pass, write, frame, scene } = lesson();
    pass(1);
    write(text);
    pass(0.1);
    expect(scene().mistake).toMatch(mistake);
    expect(frame().at).toBeGreaterThan(1);
    expect(scene().robots[0]?.mission.behavior).toBe('seek');
    write('arrive: { target: [1, 0] }');
    pass(0.1);
    expect(scene().mistake).toBeUndefined();
  });

  it('drives nothing after a STOP, and goes on where it was paused', () => {
    const { pass, write, say, robot, frame } = lesson();
    pass(1);
    say({ kind: 'stop' });
    say({ kind: 'pause', paused: true });
    write('arrive: { target: [1, 0] }');
    pass(1);
    expect(frame().pace.paused).toBe(false);
    expect(robot().tick?.safety).toBe('stopped');
    expect(robot().truth?.x).toBeCloseTo(0, 6);
  });

  it('is saved nowhere: it is in no file', () => {
    const { pass, write, say, scene, news } = lesson();
    write('arrive: { target: [1, 0] }');
    pass(0.1);
    say({ kind: 'tune', id: scene().tunables[0]?.id ?? '', value: scene().tunables[0]?.max ?? 0 });
    say({ kind: 'save' });
    pass(0.5);
    expect(news()).toContain('save refused: the mission is written here, and in no file');
  });

  it('is the mission of every robot, and only that of one robot is shown', () => {
    const two = LESSON.replace(
      'robots: [',
      'robots: [{ id: b, robot: scout, at: { x: 0, y: 1 }, mission: { wander: {} } }, ',
    );
    const { pass, write, scene } = lesson(two);
    pass(0.1);
    expect(scene().missionText).toBeUndefined();
    write('arrive: { target: [1, 0] }');
    pass(0.1);
    expect(scene().robots.map(({ mission }) => mission.behavior)).toEqual(['arrive', 'arrive']);
  });
});
