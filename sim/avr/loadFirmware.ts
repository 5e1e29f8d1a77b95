/** The firmware of an Arduino Uno, as its program memory holds it. */
import { join } from 'node:path';
import { loadText, packageFolder } from '../../src/config/loadFile.js';
import { FLASH_BYTES } from './chip.js';
import { parseIntelHex } from './intelHex.js';

const STEERBOT = ['robots', 'firmware', 'hex', 'steerbot-uno.hex'];

/**
 * @param file an Intel HEX file; default Steerbot's own firmware
 * @throws FileError when it cannot be read or is damaged
 */
export function loadFirmware(file = join(packageFolder(), ...STEERBOT)): Uint16Array {
  return parseIntelHex(loadText(file), file, FLASH_BYTES);
}
