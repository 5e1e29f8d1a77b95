// Frames as bytes: the checksum, numbers in groups of 7 bits, and the rules of a valid frame.
#pragma once
#include <Arduino.h>

namespace frame {

const uint8_t COMMAND = 0x01;  // Firmata's first byte for users
const uint8_t VERSION = 1;     // of the protocol
const uint8_t NO_PIN = 127;

enum Type : uint8_t {
  ASK, MOTORS, ARM, DRIVE, STOP, REPORT, STALL, SONAR, RATE = 11, REFLECTANCE = 12, COUNT = 14,  // from the host
  STATUS = 8, ODOMETRY = 9, ECHO = 10, DISCHARGE = 13, COUNTED = 15,            // from the board
  STALLED = 13, TRIPPED = 14, STARTED = 15,                       // only as the subject of a STATUS
};

/** A valid frame from the host: known type, correct length, correct checksum. */
struct Received {
  uint8_t type;
  uint8_t sequence;
  const uint8_t *payload;
};

/** Parses the bytes after the command byte; false if it is not a valid frame. */
bool read(uint8_t length, const uint8_t *bytes, Received &frame);

uint16_t unsigned14(const uint8_t *bytes);
int16_t signed14(const uint8_t *bytes);
uint32_t unsigned28(const uint8_t *bytes);

/** A frame to the host; sent when it goes out of use. */
class Reply {
 public:
  explicit Reply(Type type);
  ~Reply();
  void put(uint8_t value);
  void put14(uint16_t value);
  void put28(uint32_t value);

 private:
  uint16_t crc;
};

}  // namespace frame
