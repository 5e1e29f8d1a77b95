// Corrupted frames on the firmware's own parser, compiled for this machine: frameFuzz COUNT SEED.
//
// The answer: how many were sent; how many were accepted of those that the checksum promises to find; of the others, how
// many with a right checksum, computed here in another way, and how many with a wrong one.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "frame.h"

SerialStub Serial;

namespace {

const uint8_t START = 0xF0, END = 0xF7;
/** Ends a message that was cut short; it makes no whole one of a frame that lacks nothing but its end. */
const uint8_t END_OF_ANYTHING[] = {0x7F, 0x7F, 0x7F, END};
const int MOST = 64;

uint64_t state;

/** splitmix64. */
uint32_t drawn() {
  uint64_t z = state += 0x9E3779B97F4A7C15ULL;
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ z >> 27) * 0x94D049BB133111EBULL;
  return (z ^ z >> 31) >> 32;
}

int below(int end) { return (uint64_t)drawn() * end >> 32; }

struct Bytes {
  int length = 0;
  uint8_t at[MOST];
  void add(uint8_t byte) {
    if (length < MOST) at[length++] = byte;
  }
};

/** The remainder of a long division: message and 16 zeros by the polynomial, its first 16 bits inverted. */
uint16_t remainder(const uint8_t *bytes, int length) {
  uint32_t rest = 0;
  for (int i = 0; i < 8 * length + 16; ++i) {
    const bool bit = i < 8 * length && (bytes[i / 8] >> (7 - i % 8) & 1);
    rest = rest << 1 | (bit != (i < 16));
    if (rest & 0x10000) rest ^= 0x190D9;
  }
  return rest;
}

const int TYPES = 7;
const int PAYLOADS[TYPES] = {0, 11, 4, 4, 0, 6, 12};

Bytes validFrame() {
  const int type = below(TYPES);
  Bytes frame;
  frame.add(START);
  frame.add(0x01);
  frame.add(0x10 | type);
  for (int i = 0; i < PAYLOADS[type] + 1; ++i) frame.add(below(128));
  const uint16_t sum = remainder(frame.at + 1, frame.length - 1);
  frame.add(sum & 0x7F);
  frame.add(sum >> 7 & 0x7F);
  frame.add(sum >> 14);
  frame.add(END);
  return frame;
}

void flip(Bytes &frame, int bit) { frame.at[bit / 8] ^= 0x80 >> bit % 8; }

void flipBits(Bytes &frame) {
  int places[5];
  const int count = 1 + below(5);
  for (int i = 0; i < count; ++i) {
    places[i] = below(8 * frame.length);
    for (int j = 0; j < i; ++j)
      if (places[j] == places[i]) --i, j = MOST;
  }
  for (int i = 0; i < count; ++i) flip(frame, places[i]);
}

/** In the bytes that the checksum is of, and in its order of bits. */
void burst(Bytes &frame) {
  const int length = 1 + below(16);
  const int first = 8 + below(8 * (frame.length - 5) - length + 1);
  for (int i = 0; i < length; ++i)
    if (i == 0 || i == length - 1 || below(2)) flip(frame, first + i);
}

Bytes lost(const Bytes &frame) {
  const int from = below(frame.length), count = 1 + below(3);
  Bytes wrong;
  for (int i = 0; i < frame.length; ++i)
    if (i < from || i >= from + count) wrong.add(frame.at[i]);
  return wrong;
}

Bytes doubled(const Bytes &frame) {
  const int from = below(frame.length), count = 1 + below(3);
  Bytes wrong;
  for (int i = 0; i < frame.length; ++i) {
    if (i == from)
      for (int j = i; j < i + count && j < frame.length; ++j) wrong.add(frame.at[j]);
    wrong.add(frame.at[i]);
  }
  return wrong;
}

Bytes between(const Bytes &frame) {
  const int at = 1 + below(frame.length - 1), count = 1 + below(4);
  Bytes wrong;
  for (int i = 0; i < frame.length; ++i) {
    if (i == at)
      for (int j = 0; j < count; ++j) wrong.add(below(256));
    wrong.add(frame.at[i]);
  }
  return wrong;
}

const int WAYS = 7, FOUND = 4;

Bytes corrupted(Bytes frame, int way) {
  switch (way) {
    case 0: flipBits(frame); return frame;
    case 1: burst(frame); return frame;
    case 2: return lost(frame);
    case 3: return doubled(frame);
    case 4: return between(frame);
    case 5: for (int i = 3; i < frame.length - 1; ++i) frame.at[i] = below(128); return frame;
    default: for (int i = 0; i < frame.length; ++i) frame.at[i] = below(256); return frame;
  }
}

bool isRight(const uint8_t *bytes, int length) {
  for (int i = 0; i < length; ++i)
    if (bytes[i] & 0x80) return false;
  const uint8_t *sum = bytes + length - 3;
  return (uint32_t)(sum[0] | sum[1] << 7 | sum[2] << 14) == remainder(bytes, length - 3);
}

/** Splits messages as Firmata does: a start begins one, and inside it everything but an end is a byte of it. */
int accepted(const Bytes &line, int &wrong) {
  int count = 0, from = -1;
  for (int i = 0; i < line.length; ++i) {
    if (from < 0) {
      if (line.at[i] == START) from = i + 1;
      continue;
    }
    if (line.at[i] != END) continue;
    frame::Received frame;
    const uint8_t *message = line.at + from;
    const int length = i - from;
    from = -1;
    if (length == 0 || message[0] != frame::COMMAND || !frame::read(length - 1, message + 1, frame)) continue;
    ++count;
    if (!isRight(message, length)) ++wrong;
  }
  return count;
}

bool contains(const Bytes &line, const Bytes &frame) {
  for (int i = 0; i + frame.length <= line.length; ++i)
    if (!memcmp(line.at + i, frame.at, frame.length)) return true;
  return false;
}

}  // namespace

int main(int words, char **argv) {
  if (words != 3) return 1;
  const long long count = atoll(argv[1]);
  state = strtoull(argv[2], nullptr, 10);
  long long found = 0, whole = 0, wrong = 0;
  for (long long sent = 0; sent < count;) {
    const Bytes frame = validFrame();
    const int way = below(WAYS);
    Bytes line = corrupted(frame, way);
    if (contains(line, frame)) continue;  // as it was, perhaps between noise: not corrupted
    ++sent;
    for (uint8_t byte : END_OF_ANYTHING) line.add(byte);
    int bad = 0;
    const int taken = accepted(line, bad);
    wrong += bad;
    if (way < FOUND) found += taken;
    else whole += taken - bad;
  }
  printf("%lld %lld %lld %lld\n", count, found, whole, wrong);
  return 0;
}
