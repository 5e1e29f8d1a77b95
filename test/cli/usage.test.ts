import { describe, expect } from 'vitest';
import { itOnce as it, itInBoth, partOf } from '../support/effort.js';
import { steerbot } from './steerbot.js';

describe('steerbot, used wrongly', () => {
  itInBoth.each(
    partOf<[string, RegExp, readonly string[]]>(
      [
        ['without a command', /Usage: steerbot/, []],
        ['with an unknown command', /unknown command 'smi'[\s\S]*Did you mean sim\?/, ['smi']],
        [
          'with the help of an unknown command',
          /unknown command 'smi'[\s\S]*Did you mean sim\?/,
          ['smi', '--help'],
        ],
        ['with an unknown option', /unknown option '--jsn'[\s\S]*Did you mean --json\?/, ['sim', '--jsn']],
        ['with two scenarios', /too many arguments/, ['sim', 'seek', 'flee']],
        [
          'with a speed beyond all',
          /A number from 0\.01 to 1000 is wanted, or max/,
          ['sim', 'seek', '--speed', '3e3'],
        ],
        [
          'with no speed',
          /A number from 0\.01 to 1000 is wanted, or max/,
          ['replay', 'x', '--speed', 'fast'],
        ],
        ['with a seed below zero', /A seed is a whole number from 0/, ['sim', 'seek', '--seed', '-1']],
        ['with a broken seed', /A seed is a whole number from 0/, ['sim', 'seek', '--seed', '1.5']],
        ['with words for a seed', /A seed is a whole number from 0/, ['sim', 'seek', '--seed', 'one']],
        ['with a seed beyond 32 bits', /A seed is a whole number/, ['sim', 'seek', '--seed', '4294967296']],
        ['with a seed left out', /argument missing/, ['sim', 'seek', '--seed']],
        ['with a scenario that is not there', /slalon.*did you mean 'slalom'\?/, ['sim', 'slalon']],
        ['with a file that is not there', /none\/s\.yaml: no such file/, ['sim', 'none/s.yaml']],
        ['with nothing to check', /missing required argument 'files'/, ['check']],
        ['with a missing file to check', /none\.yaml: no such file/, ['check', 'none.yaml']],
        ['with a folder to check', /src: this is a folder/, ['check', 'src']],
        ['with no scenario of that name', /nothing-like-it/, ['sim', 'nothing-like-it', '--json']],
      ],
      5,
    ),
  )('%s ends with 2, says why, and prints nothing on standard output', async (_, words, args) => {
    const { code, stdout, stderr } = await steerbot(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(words);
    expect(stderr).not.toMatch(/^\s+at .*\.js:\d+/m);
  });

  it('asked for help, helps, and that is no mistake', async () => {
    for (const args of [['--help'], ['sim', '--help'], ['check', '--help']]) {
      const { code, stdout, stderr } = await steerbot(args);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toMatch(/^Usage: steerbot/);
    }
  });
});
