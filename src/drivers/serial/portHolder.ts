/** Which process has a port open, where the operating system lets one look: on Linux, among one's own. */
import { readdir, readFile, readlink, realpath } from 'node:fs/promises';

/** Its name and number: `arduino (process 4711)`. */
export async function holderOf(path: string): Promise<string | undefined> {
  const device = await realpath(path).catch(() => path);
  for (const pid of await readdir('/proc').catch(() => [])) {
    if (!/^\d+$/.test(pid)) continue;
    const files = await readdir(`/proc/${pid}/fd`).catch(() => []);
    for (const file of files) {
      const open = await readlink(`/proc/${pid}/fd/${file}`).catch(() => '');
      if (open === device) return `${await nameOf(pid)} (process ${pid})`;
    }
  }
  return undefined;
}

const nameOf = (pid: string): Promise<string> =>
  readFile(`/proc/${pid}/comm`, 'utf8').then(
    (name) => name.trim(),
    () => 'somebody',
  );
