/** May this user open the ports that are there? */
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { permissionDenied } from '../../drivers/serial/portErrors.js';
import { isPath, listPorts, type PortInfo } from '../../drivers/serial/ports.js';
import { EMULATED } from '../drive/reach.js';
import { CHECK, ok, type Row, skipped, wrong } from './row.js';

/** A test has its own. */
export interface PortAccess {
  readonly platform: NodeJS.Platform;
  readonly list: () => Promise<PortInfo[]>;
  /** Undefined where nothing is there. */
  readonly mayOpen: (path: string) => Promise<boolean | undefined>;
}

const thisMachine: PortAccess = {
  platform: process.platform,
  list: () => listPorts().catch(() => []),
  mayOpen: (path) =>
    access(path, constants.R_OK | constants.W_OK).then(
      () => true,
      ({ code }: NodeJS.ErrnoException) => (code === 'ENOENT' ? undefined : false),
    ),
};

/**
 * Each port that may be a board, and the one that is wanted; nothing is opened. On Windows there is nothing to ask for.
 *
 * @param wanted as `--port` has it
 */
export async function checkPermissions(
  wanted: string,
  { platform, list, mayOpen } = thisMachine,
): Promise<Row[]> {
  if (platform === 'win32') return [];
  const paths = new Set([
    ...(await list()).map(({ path }) => path),
    ...(isPath(wanted) && wanted !== EMULATED ? [wanted] : []),
  ]);
  const rows = await Promise.all(
    [...paths].map(async (path) => {
      const may = await mayOpen(path);
      if (may === undefined) return [];
      if (may) return [ok(CHECK.permission, `${path} may be read and written`)];
      return [wrong(CHECK.permission, `${path}: ${permissionDenied(platform)}`)];
    }),
  );
  return rows.flat().length > 0 ? rows.flat() : [skipped(CHECK.permission, 'there is no port to open')];
}
