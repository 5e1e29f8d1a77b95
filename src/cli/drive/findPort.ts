/** The port that `--port` means, and what is known of it; if several may be meant, an attending user is asked. */
import { choosePort, listPorts, type PortInfo, SeveralBoards } from '../../drivers/serial/ports.js';
import { askForPort } from './choosePort.js';

/** @throws DriverError where there is no board, or several and no user to ask */
export async function findPort(wanted: string, attended: boolean): Promise<PortInfo> {
  const path = await choosePort(wanted).catch((error: unknown) => {
    if (!(error instanceof SeveralBoards) || !attended) throw error;
    return askForPort(error.ports);
  });
  const known = await listPorts().catch(() => []);
  return known.find((port) => port.path === path) ?? { path, label: '' };
}
