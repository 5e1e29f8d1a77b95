/** What `--port` names, opened: a serial port, or a bridge in the network. */
import { DriverError } from '../../validation/errors.js';
import type { ResettingPort } from './port.js';
import { choosePort } from './ports.js';
import { openSerialPort } from './serialPort.js';
import { isTcp, tcpAddress } from './tcpAddress.js';
import { tcpPort } from './tcpPort.js';

export interface LineOptions {
  /** Of a serial port [baud]; Firmata's unless given. A bridge has its own. */
  readonly baud?: number;
  /** As in `TcpOptions`. */
  readonly insecureLink?: boolean;
}

/** @throws DriverError with what to do; SeveralBoards where only the user can tell which one is meant */
export async function openPort(
  wanted: string,
  { baud, insecureLink = false }: LineOptions,
): Promise<ResettingPort> {
  if (!isTcp(wanted))
    return openSerialPort(await choosePort(wanted), baud === undefined ? {} : { baudRate: baud });
  const address = tcpAddress(wanted);
  if (typeof address === 'string') throw new DriverError(address);
  return tcpPort(address.host, address.port, { insecureLink });
}
