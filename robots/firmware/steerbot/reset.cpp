#include "reset.h"

#include <avr/wdt.h>

extern "C" uint8_t __heap_start;  // the linker's: the first byte that no variable has

namespace {

const uint8_t CAUSES = 0x0F;
const uint16_t KEPT = 0x5B07;

// Not cleared at a start: they live through every reset but power on.
uint8_t flagsOfBootLoader __attribute__((section(".noinit")));
uint8_t flagsOfChip __attribute__((section(".noinit")));
uint16_t boots __attribute__((section(".noinit")));
uint16_t check __attribute__((section(".noinit")));

/** Optiboot clears MCUSR and hands it on in r2. */
void keepFlagsOfBootLoader() __attribute__((naked, used, section(".init0")));
void keepFlagsOfBootLoader() { asm volatile("sts %0, r2" ::"i"(&flagsOfBootLoader)); }

/** After a watchdog's reset it runs on, at 16 ms: stop it before anything else. */
void stopWatchdog() __attribute__((naked, used, section(".init3")));
void stopWatchdog() {
  flagsOfChip = MCUSR;
  MCUSR = 0;
  wdt_disable();
}

/** What is in unused memory after power on is as good as drawn. */
uint16_t drawn() {
  uint16_t hash = 0;
  for (const uint8_t *p = &__heap_start; p < (const uint8_t *)SP; ++p) hash = hash * 31 + *p;
  return hash;
}

}  // namespace

namespace reset {

void begin() {
  boots = check == (uint16_t)(boots ^ KEPT) ? boots + 1 : drawn();
  check = boots ^ KEPT;
}

uint8_t cause() {
  if (flagsOfChip) return flagsOfChip & CAUSES;
  return flagsOfBootLoader <= CAUSES ? flagsOfBootLoader : 0;
}

uint16_t nonce() { return boots & 0x3FFF; }

void startWatchdog() { wdt_enable(WDTO_250MS); }

void feedWatchdog() { wdt_reset(); }

}  // namespace reset
