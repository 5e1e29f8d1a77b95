/** The checksum of our frames: every pattern of up to five flipped bits in one is found. */

/** x¹⁶+x¹⁵+x¹²+x⁷+x⁶+x⁴+x³+1, most significant bit first, no reflection, no final xor. */
const POLYNOMIAL = 0x90d9;
const START = 0xffff;

const TABLE = Uint16Array.from({ length: 256 }, (_, byte) => {
  let bits = byte << 8;
  for (let i = 0; i < 8; i++) bits = bits & 0x8000 ? (bits << 1) ^ POLYNOMIAL : bits << 1;
  return bits;
});

/** Of the bytes from `from` up to, not including, `to`. */
export function crc16(bytes: ArrayLike<number>, from = 0, to = bytes.length): number {
  let crc = START;
  for (let i = from; i < to; i++) {
    const index = (crc >> 8) ^ (bytes[i] as number);
    crc = ((crc << 8) ^ (TABLE[index] as number)) & 0xffff;
  }
  return crc;
}
