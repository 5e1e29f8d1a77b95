/** Takes both ends of the line to another rate, without a reset: our firmware begins at 57 600 baud, as every host expects. */
import { BAUD_RATE, LINE_RATES, type LineRate } from '../../robot/baud.js';
import type { FirmataLink } from '../firmata/firmataLink.js';
import { refused } from '../firmata/linkErrors.js';
import type { FrameLine } from './frameLine.js';

const isLineRate = (baud: number): baud is LineRate => LINE_RATES.some((rate) => rate === baud);

/**
 * The board answers at the old rate, and goes on at the new one; after half a second without a valid frame it is back at
 * 57 600. So a host that cannot change its port, or that fails here, finds it again with its next greeting.
 *
 * @throws DriverError where the port cannot change its rate, or the board does not answer at the new one
 */
async function changeLineRate(link: FirmataLink, line: FrameLine, baud: LineRate): Promise<void> {
  const { error } = await line.ask({ type: 'rate', rate: LINE_RATES.indexOf(baud) });
  if (error !== 0) throw refused(link.name, `${baud} baud`, error);
  await link.changeRate(baud);
  await line.ask({ type: 'ask' });
}

/** Takes the line to the rate that its port was opened for. @returns the line's rate from now on */
export async function raiseLineRate(link: FirmataLink, line: FrameLine): Promise<LineRate> {
  const { nextRate } = link;
  if (nextRate === undefined || !isLineRate(nextRate)) return BAUD_RATE;
  await changeLineRate(link, line, nextRate);
  return nextRate;
}
