/** A scene whose files change. */

import { describe, expect, it } from 'vitest';
import { opened, readScenario } from './opened.js';

const at = (x: number, mission = 'arrive') => `
robots: [{ id: a, robot: scout, at: { x: ${x}, y: 0 }, mission: { ${mission}: { target: [2, 0] } } }]
`;

function changing() {
  let text = at(0);
  const open = (name: string) => {
    const scenario = readScenario(text, `${name}.yaml`);
    return { name, about: '', scenario };
  };
  const run = opened(text, {}, { open });
  return {
    ...run,
    write: (changed: string) => {
      text = changed;
      run.session.reread();
      run.pass(0.1);
    },
  };
}

describe('a scene whose files have changed', () => {
  it('begins again as they are now, and goes on if it was paused', () => {
    const { pass, say, robot, frame, write } = changing();
    pass(1);
    say({ kind: 'pause', paused: true });
    write(at(1));
    expect(robot().truth?.x).toBeCloseTo(1, 1);
    expect(frame().at).toBeLessThan(0.2);
    expect(frame().pace.paused).toBe(false);
  });

  it('goes on as it was if they have a mistake, which is shown with its line until it is mended', () => {
    const { pass, scene, frame, write } = changing();
    pass(1);
    write(at(1, 'arive'));
    expect(scene().mistake).toMatch(/^test\.yaml:2:.*unknown behavior 'arive'/);
    expect(frame().at).toBeGreaterThan(1);
    pass(1);
    expect(frame().at).toBeGreaterThan(2);
    write(at(1));
    expect(scene().mistake).toBeUndefined();
    expect(frame().at).toBeLessThan(0.2);
  });

  it('stays stopped after a STOP', () => {
    const { pass, say, robot, write } = changing();
    pass(1);
    say({ kind: 'stop' });
    write(at(0.5));
    pass(1);
    expect(robot().truth?.x).toBeCloseTo(0.5, 6);
    expect(robot().tick?.safety).toBe('stopped');
  });
});
