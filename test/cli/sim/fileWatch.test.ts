/** Files of a scene are watched. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FileWatch } from '../../../src/cli/sim/fileWatch.js';
import { FakeTime } from '../../dashboard/server/fakeTime.js';

function watched(...names: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'watched-'));
  const files = names.map((name) => join(folder, name));
  for (const file of files) writeFileSync(file, 'before');
  const time = new FakeTime();
  let changes = 0;
  let also = () => {};
  const watch = new FileWatch(
    () => files,
    time,
    () => {
      changes += 1;
      also();
    },
  );
  const onChange = (act: () => void) => {
    also = act;
  };
  return { files, time, watch, onChange, changes: () => changes };
}

describe('a watch of files', () => {
  it('tells of a change within a second, once', () => {
    const { files, time, changes } = watched('a.yaml', 'b.yaml');
    time.pass(1);
    expect(changes()).toBe(0);
    writeFileSync(files[1] as string, 'after it');
    time.pass(0.5);
    expect(changes()).toBe(1);
    time.pass(5);
    expect(changes()).toBe(1);
  });

  it('waits until a file that grows is whole', () => {
    const { files, time, changes } = watched('a.yaml');
    for (let n = 1; n <= 5; n++) {
      writeFileSync(files[0] as string, 'x'.repeat(100 + n));
      time.pass(0.15);
      expect(changes()).toBe(0);
    }
    time.pass(0.4);
    expect(changes()).toBe(1);
  });

  it('tells of a file that vanishes, and of its return', () => {
    const { files, time, changes } = watched('a.yaml');
    rmSync(files[0] as string);
    time.pass(0.5);
    expect(changes()).toBe(1);
    writeFileSync(files[0] as string, 'again');
    time.pass(0.5);
    expect(changes()).toBe(2);
  });

  it('tells of a change that comes while the files are read', () => {
    const { files, time, changes, onChange } = watched('a.yaml');
    onChange(() => {
      if (changes() === 1) writeFileSync(files[0] as string, 'written while it is read');
    });
    writeFileSync(files[0] as string, 'first change');
    time.pass(2);
    expect(changes()).toBe(2);
  });

  it('takes a file that a scene names anew as it is, and keeps watching the others', () => {
    const { files, time, watch, changes } = watched('a.yaml');
    const more = `${files[0]}.more`;
    writeFileSync(files[0] as string, 'changed just before');
    writeFileSync(more, 'new');
    files.push(more);
    watch.adopt();
    time.pass(1);
    expect(changes()).toBe(1);
    writeFileSync(more, 'newer');
    time.pass(1);
    expect(changes()).toBe(2);
  });

  it('does not tell of what is accepted, nor after its end', () => {
    const { files, time, watch, changes } = watched('a.yaml');
    writeFileSync(files[0] as string, 'saved by the program');
    watch.accept();
    time.pass(1);
    expect(changes()).toBe(0);
    watch.close();
    writeFileSync(files[0] as string, 'later');
    time.pass(1);
    expect(changes()).toBe(0);
  });
});
