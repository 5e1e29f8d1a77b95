/** May this user open the ports that are there? */
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { forbidden } from '../../drivers/portErrors.js';
import { listPorts, type PortInfo } from '../../drivers/ports.js';
import { CHECK, ok, type Row, skipped, wrong } from './row.js';

/** A test has its own. */
export interface PortAccess {
  readonly platform: NodeJS.Platform;
  readonly list: () => Promise<PortInfo[]>;
  readonly mayOpen: (path: string) => Promise<boolean>;
}

const thisMachine: PortAccess = {
  platform: process.platform,
  list: () => listPorts().catch(() => []),
  mayOpen: (path) =>
    access(path, constants.R_OK | constants.W_OK).then(
      () => true,
      () => false,
    ),
};

/** Each port that may be a board; nothing is opened. On Windows there is nothing to ask for. */
export async function checkPermissions({ platform, list, mayOpen } = thisMachine): Promise<Row[]> {
  if (platform === 'win32') return [];
  const ports = await list();
  if (ports.length === 0) return [skipped(CHECK.permission, 'there is no port to open')];
  return Promise.all(
    ports.map(async ({ path }) =>
      (await mayOpen(path))
        ? ok(CHECK.permission, `${path} may be read and written`)
        : wrong(CHECK.permission, `${path}: ${forbidden(platform)}`),
    ),
  );
}
