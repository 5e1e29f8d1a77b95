/** `steerbot ports`: the boards that are plugged in, as far as one can tell without opening them. */
import pc from 'picocolors';
import { holderOf } from '../drivers/serial/portErrors.js';
import { listPorts, noBoard, type PortInfo } from '../drivers/serial/ports.js';
import { oneOf } from '../validation/errors.js';
import { EXIT, type ExitCode } from './terminal/exitCodes.js';

export interface PortsOptions {
  readonly json?: boolean;
}

/** Where both come from; a test has its own. */
export interface PortSources {
  readonly list: () => Promise<PortInfo[]>;
  readonly holder: (path: string) => Promise<string | undefined>;
}

type SeenPort = PortInfo & { readonly holder: string | undefined };

/** @throws DriverError where there is none, with what to check; as JSON an empty list comes before that */
export async function ports(
  { json = false }: PortsOptions,
  { list, holder }: PortSources = { list: listPorts, holder: holderOf },
): Promise<ExitCode> {
  const found: SeenPort[] = [];
  for (const port of await list()) found.push({ ...port, holder: await holder(port.path) });
  if (json) process.stdout.write(`${JSON.stringify({ ports: found.map(document) })}\n`);
  if (found.length === 0) throw noBoard();
  if (!json) for (const port of found) process.stdout.write(`${described(port)}\n`);
  return EXIT.done;
}

/** null where a value is not known. */
const document = ({ path, device, maker, usbId, serialNumber, holder }: SeenPort) => ({
  path,
  device: device?.name ?? null,
  boards: device?.boards ?? null,
  maker: maker ?? null,
  usbId: usbId ?? null,
  serialNumber: serialNumber ?? null,
  holder: holder ?? null,
});

function described(port: SeenPort): string {
  const { path, serialNumber, holder, usbId, maker } = port;
  const facts = [
    likely(port) ?? maker ?? 'not known',
    ...(usbId ? [usbId] : []),
    ...(serialNumber ? [`serial:${serialNumber}`] : []),
    ...(holder ? [pc.yellow(`held by ${holder}`)] : []),
  ];
  return `${pc.bold(path)}  ${facts.join(', ')}`;
}

/** A converter chip is on many boards. */
function likely({ device }: PortInfo): string | undefined {
  if (!device) return undefined;
  if (device.boards.length === 0) return `${device.name}, on which the firmware does not run`;
  return device.boards.length === 1 ? device.name : `${device.name}: likely a ${oneOf(device.boards)}`;
}
