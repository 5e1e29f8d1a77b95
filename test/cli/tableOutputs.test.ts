import { readFileSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tableOutputs } from '../../src/cli/tableOutputs.js';
import { UsageError } from '../../src/validation/errors.js';
import { folderWith } from './steerbot.js';

describe('the tables that a command writes', () => {
  it('are those of the options that are given', () => {
    const folder = folderWith({});
    const [csv, parquet] = [join(folder, 'a.csv'), join(folder, 'a.PARQUET')];
    expect(tableOutputs({ parquet, csv }, 'runs')).toEqual([
      ['--csv', csv],
      ['--parquet', parquet],
    ]);
    expect(tableOutputs({}, 'runs')).toEqual([]);
  });

  it.each(['csv', 'jsonl', 'parquet'] as const)('--%s is no folder', (name) => {
    const refused = () => tableOutputs({ [name]: folderWith({}) }, 'runs');
    expect(refused).toThrow(UsageError);
    expect(refused).toThrow(`is a folder; name a file such as runs.${name}`);
  });

  it('replace no file of another kind', () => {
    const file = join(folderWith({ 'robot.yaml': 'name: a\n' }), 'robot.yaml');
    expect(() => tableOutputs({ csv: file }, 'runs')).toThrow(/robot\.yaml exists and would be lost/);
    expect(readFileSync(file, 'utf8')).toBe('name: a\n');
  });

  it('are none of each other, nor of the picture, by whatever name or link', () => {
    const folder = folderWith({});
    symlinkSync(join(folder, 'y.dat'), join(folder, 'link.dat'));
    const [file, link] = [join(folder, 'y.dat'), join(folder, 'link.dat')];
    for (const files of [
      { csv: file, jsonl: link },
      { csv: link, parquet: file },
    ])
      expect(() => tableOutputs(files, 'runs')).toThrow('a file of that name is for --csv');
    const fresh = join(folder, 'z');
    for (const plot of [fresh, `${folder}/../${basename(folder)}/z`])
      expect(() => tableOutputs({ csv: fresh }, 'runs', plot)).toThrow('a file of that name is for --plot');
    expect(() => tableOutputs({ csv: join(folder, 'p.svg') }, 'runs')).toThrow('is for --plot');
  });

  it('are no link that leads in a circle', () => {
    const link = join(folderWith({}), 'loop');
    symlinkSync(link, link);
    expect(() => tableOutputs({ csv: link }, 'runs')).toThrow(UsageError);
  });

  it('have neither the name of another format, nor that of another table', () => {
    const folder = folderWith({});
    const named = (name: string) => join(folder, name);
    expect(() => tableOutputs({ csv: named('runs.parquet') }, 'runs')).toThrow(
      /a file of that name is for --parquet; name it runs\.csv/,
    );
    expect(() => tableOutputs({ csv: named('runs'), jsonl: `${folder}/./runs` }, 'runs')).toThrow(
      /a file of that name is for --csv; name it runs\.jsonl/,
    );
  });
});
