// The firmware's stall check on this machine: duties and counts of both wheels in, one line out for each cut.
//
// A line "L thresholdLeft effortLeft thresholdRight effortRight" begins a run; a line "visits dutyLeft dutyRight countLeft
// countRight" lasts so many visits of 2.048 ms. The answer: "run line wheel", counted from 0.
#include <cstdio>

#include "edges.h"
#include "stall.h"

volatile uint8_t edges::counts[2];

static void begin(const char *line) {
  unsigned thresholds[2], efforts[2];
  sscanf(line, "L %u %u %u %u", &thresholds[0], &efforts[0], &thresholds[1], &efforts[1]);
  const stall::Limits limits[2] = {{(uint16_t)thresholds[0], efforts[0]}, {(uint16_t)thresholds[1], efforts[1]}};
  stall::configure(limits);
  edges::counts[0] = edges::counts[1] = 0;
  stall::start();
}

int main() {
  char text[128];
  int run = -1, line = 0;
  while (fgets(text, sizeof text, stdin)) {
    if (text[0] == 'L') {
      begin(text);
      ++run;
      line = 0;
      continue;
    }
    int visits, duties[2], counts[2];
    sscanf(text, "%d %d %d %d %d", &visits, &duties[0], &duties[1], &counts[0], &counts[1]);
    for (int wheel = 0; wheel < 2; ++wheel) edges::counts[wheel] = (uint8_t)counts[wheel];
    for (int i = 0; i < visits; ++i) {
      for (int wheel = 0; wheel < 2; ++wheel) {
        if (!stall::tick(wheel, (int16_t)duties[wheel])) continue;
        printf("%d %d %d\n", run, line, wheel);
        stall::start();
      }
    }
    ++line;
  }
  return 0;
}
