/** Is this machine fit to drive a robot? */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from '../../config/loadFile.js';
import { serialBinding } from '../../drivers/serial/ports.js';
import { CHECK, ok, type Row, wrong, wrongBy } from './row.js';

export const checkMachine = async (): Promise<Row[]> => [checkNode(), await checkBinding()];

/** @param running such as `20.19.0` */
export function checkNode(running = process.versions.node, wanted = engine()): Row {
  const [least = [], found = []] = [wanted, running].map((text) =>
    /\d+(\.\d+)*/.exec(text)?.[0].split('.').map(Number),
  );
  const [major = 0, minor = 0] = found;
  const [leastMajor = 0, leastMinor = 0] = least;
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return ok(CHECK.node, running);
  return wrong(
    CHECK.node,
    `${running} is too old; install ${leastMajor}.${leastMinor} or later from https://nodejs.org`,
  );
}

/** What the package asks for. */
function engine(): string {
  const text = readFileSync(join(packageFolder(), 'package.json'), 'utf8');
  return (JSON.parse(text) as { readonly engines: { readonly node: string } }).engines.node;
}

async function checkBinding(): Promise<Row> {
  try {
    await serialBinding();
    return ok(CHECK.serial, 'it loads');
  } catch (error) {
    return wrongBy(CHECK.serial, error);
  }
}
