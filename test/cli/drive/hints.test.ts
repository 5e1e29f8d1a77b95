/** What an operator at the terminal may write while a robot waits to be told where it stands, and what the robot answers. */
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { Hints } from '../../../src/cli/drive/hints.js';
import { operatorCommands } from '../../../src/cli/drive/runMission.js';
import { AWAY, UNPLACED } from '../../../src/control/state.js';
import type { Command } from '../../../src/signals/signals.js';
import { tick } from '../../support/viewFixtures.js';

const HERE = { x: 0.5, y: 0.2, heading: 1 };
const WAITS = tick(HERE, { safety: 'stopped', cause: UNPLACED });

async function commandsOf(...lines: readonly string[]): Promise<Command[]> {
  const input = new PassThrough();
  const heard: Command[] = [];
  const listening = operatorCommands(input).subscribe((command) => heard.push(command));
  for (const line of lines) input.write(`${line}\n`);
  await new Promise((done) => setTimeout(done, 10));
  listening.unsubscribe();
  return heard;
}

describe('the words of an operator', () => {
  it('say where the robot stands', async () => {
    const [here, there, again] = await commandsOf('here', 'at 0.5,0.2,90deg', ' at here ');
    expect(here).toEqual({ kind: 'stands' });
    expect(there).toMatchObject({ kind: 'stands', pose: { x: 0.5, y: 0.2 } });
    expect(again).toEqual({ kind: 'stands' });
  });

  it('stop it if they are not understood, and the answer says what is wrong', async () => {
    for (const line of ['at 1', 'at 0.5,0.2,90', 'at', 'stpo', '', 'constructor']) {
      const [command] = await commandsOf(line);
      expect(command?.kind, line).toBe('stop');
    }
    const [mistake] = await commandsOf('at 0.5,0.2,90');
    const hints = new Hints(false);
    hints.next(WAITS);
    hints.hear(mistake as Command);
    expect(hints.next(WAITS)).toContain('0.5,0.2,90deg');
  });
});

describe('a robot that waits to be told where it stands', () => {
  it('says so once, with the place where it was', () => {
    const hints = new Hints(false);
    expect(hints.next(WAITS)).toMatch(
      /it waits to be told where it stands: 'here' if at \(.*\) looking -?\d+°/,
    );
    expect(hints.next(WAITS)).toBeUndefined();
  });

  it('answers each place that it is told, and then what to do', () => {
    const hints = new Hints(false);
    hints.next(WAITS);
    const put = tick(HERE, { safety: 'stopped', cause: AWAY });
    for (let i = 0; i < 2; i++) {
      hints.hear({ kind: 'stands' });
      expect(hints.next(put)).toMatch(/it stands at \(.*\) looking -?\d+°; stopped; go and Enter goes on/);
      expect(hints.next(put)).toBeUndefined();
    }
  });
});
