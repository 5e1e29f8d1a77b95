#include "frame.h"

namespace frame {
namespace {

/** Of each nibble, four steps with the polynomial 90D9: at 250 000 baud the bits one by one would take half of the time. */
const uint16_t NIBBLES[16] PROGMEM = {
  0x0000, 0x90D9, 0xB16B, 0x21B2, 0xF20F, 0x62D6, 0x4364, 0xD3BD,
  0x74C7, 0xE41E, 0xC5AC, 0x5575, 0x86C8, 0x1611, 0x37A3, 0xA77A,
};
const uint16_t START = 0xFFFF;
const uint8_t NONE = 0xFF;

uint8_t payloadLength(uint8_t type) {
  switch (type) {
    case ASK: case STOP: return 0;
    case RATE: return 1;
    case COUNT: return 2;
    case ARM: case DRIVE: return 4;
    case SONAR: return 5;
    case REPORT: return 6;
    case MOTORS: case REFLECTANCE: return 11;
    case STALL: return 12;
    default: return NONE;
  }
}

uint16_t addToCrc(uint16_t crc, uint8_t byte) {
  crc = crc << 4 ^ pgm_read_word(&NIBBLES[(uint8_t)(crc >> 8 ^ byte) >> 4]);
  return crc << 4 ^ pgm_read_word(&NIBBLES[(uint8_t)((crc >> 8 ^ byte << 4)) >> 4]);
}

bool checksumIsRight(uint8_t length, const uint8_t *bytes) {
#ifdef STEERBOT_NO_CRC  // for the tests that must fail without it
  (void)length; (void)bytes;
  return true;
#else
  const uint8_t *sum = bytes + length - 3;
  uint16_t crc = addToCrc(START, COMMAND);
  while (bytes < sum) crc = addToCrc(crc, *bytes++);
  return sum[2] < 4 && crc == (unsigned14(sum) | (uint16_t)sum[2] << 14);
#endif
}

}  // namespace

bool read(uint8_t length, const uint8_t *bytes, Received &frame) {
  if (length < 5 || bytes[0] >> 4 != VERSION) return false;
  frame.type = bytes[0] & 0x0F;
  frame.sequence = bytes[1];
  frame.payload = bytes + 2;
  const uint8_t payload = payloadLength(frame.type);
  if (payload == NONE || length != payload + 5) return false;
  for (uint8_t i = 0; i < length; ++i) {
    if (bytes[i] & 0x80) return false;
  }
  return checksumIsRight(length, bytes);
}

uint16_t unsigned14(const uint8_t *bytes) { return bytes[0] | (uint16_t)bytes[1] << 7; }

int16_t signed14(const uint8_t *bytes) { return (int16_t)(unsigned14(bytes) << 2) >> 2; }

uint32_t unsigned28(const uint8_t *bytes) { return unsigned14(bytes) | (uint32_t)unsigned14(bytes + 2) << 14; }

Reply::Reply(Type type) : crc(START) {
  static uint8_t sequence = 0;
  Serial.write(0xF0);
  put(COMMAND);
  put(VERSION << 4 | type);
  put(sequence);
  sequence = (sequence + 1) & 0x7F;
}

Reply::~Reply() {
  Serial.write(crc & 0x7F);
  Serial.write(crc >> 7 & 0x7F);
  Serial.write(crc >> 14);
  Serial.write(0xF7);
}

void Reply::put(uint8_t value) {
  Serial.write(value);
  crc = addToCrc(crc, value);
}

void Reply::put14(uint16_t value) {
  put(value & 0x7F);
  put(value >> 7 & 0x7F);
}

void Reply::put28(uint32_t value) {
  put14(value);
  put14(value >> 14);
}

}  // namespace frame
