/*
 * An Arduino board on Debian's simavr, as a process: it obeys lines of text and reports what the board does.
 *
 * A test tool only. simavr is free software under the GPL 3; this program is linked against it where a test needs it,
 * and neither is part of any package of Steerbot.
 *
 *   simavrBoard HEX MCU SEED     the program, the chip (atmega328p or atmega2560), a seed for the memory at power-on
 *
 * Commands, one a line. Times are in cycles of 16 MHz; addresses are those of the data space, in hex.
 *   watch ADDRESS...             report these registers from now on, and what they hold now
 *   send BYTE...                 bytes in hex for the serial line, one after the other at the line's rate
 *   level PORT BIT 0|1           the level that the world gives a pin
 *   train PORT BIT PORT BIT PERIOD COUNT    COUNT edges, PERIOD apart, on two pins in turn; both may be the same pin
 *   hang 0|1                     the main loop stands still until the next reset; 1: interrupts go on, 0: they are off
 *   reset CAUSE                  a reset from outside, with that in MCUSR
 *   run TIME                     run so long; the answer is the last line of the report
 *
 * Reports, one a line:
 *   byte TIME BYTE               the board begins to send a byte
 *   register TIME ADDRESS VALUE  a watched register has changed
 *   reset TIME                   the board was reset
 *   at TIME                      the end of a run
 *   crash TIME PC                the chip stands still for good; the process ends
 */
#include <simavr/avr_extint.h>
#include <simavr/avr_ioport.h>
#include <simavr/avr_uart.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_hex.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  CLOCK = 16000000,
  BYTE_TIME = 2720, /* 57 600 baud as the chip's divider makes it: 10 bits of 34 * 8 cycles */
  QUEUE = 1 << 16,
  TRAINS = 4,
  PORTS = 12, /* A to L */
  REGISTERS = 128,
  LINE = 1 << 18,
  SELF_JUMP = 0xCFFF,
  BURST = 16000, /* cycles that simavr may sleep at a time; without it, one */
  MCUSR = 0x54,
  POWER_ON = 1,
};

static avr_t *avr;
static avr_uart_t *uart;
static uint8_t *program;
static uint32_t programBytes, programStart;
static int wasReset;

static void fail(const char *what) {
  fprintf(stderr, "simavrBoard: %s\n", what);
  exit(1);
}

/* ---- The registers that the test watches. ---- */

static struct { uint16_t address; uint8_t value; } watched[REGISTERS];
static int watchedCount;

static void report(int i) {
  watched[i].value = avr->data[watched[i].address];
  printf("register %llu %x %x\n", (unsigned long long)avr->cycle, watched[i].address, watched[i].value);
}

static void look(void) {
  for (int i = 0; i < watchedCount; ++i)
    if (avr->data[watched[i].address] != watched[i].value) report(i);
}

static void onWrite(avr_irq_t *irq, uint32_t value, void *param) { look(); }

static void watch(char *words) {
  for (char *word = strtok(words, " "); word && watchedCount < REGISTERS; word = strtok(NULL, " ")) {
    const uint16_t address = strtoul(word, NULL, 16);
    watched[watchedCount].address = address;
    avr_irq_t *written = avr_iomem_getirq(avr, address, NULL, AVR_IOMEM_IRQ_ALL);
    avr_irq_register_notify(written, onWrite, NULL);
    report(watchedCount++);
  }
}

/* ---- The serial line. ---- */

static uint8_t queue[QUEUE];
static unsigned queueHead, queueTail;
static avr_cycle_count_t lineFree;

/* Begins the next byte, which arrives when the line is free again. */
static avr_cycle_count_t sendNext(avr_t *of, avr_cycle_count_t when, void *param) {
  if (queueHead == queueTail) return 0;
  avr_raise_irq(uart->io.irq + UART_IRQ_INPUT, queue[queueHead++ % QUEUE]);
  lineFree = when + BYTE_TIME;
  return lineFree;
}

static void startSending(void) {
  if (queueHead == queueTail || avr_cycle_timer_status(avr, sendNext, NULL)) return;
  avr_cycle_timer_register(avr, lineFree > avr->cycle ? lineFree - avr->cycle : 1, sendNext, NULL);
}

static void send(char *words) {
  for (char *word = strtok(words, " "); word; word = strtok(NULL, " ")) {
    if (queueTail - queueHead == QUEUE) fail("too many bytes wait");
    queue[queueTail++ % QUEUE] = strtoul(word, NULL, 16);
  }
  startSending();
}

/* simavr counts 11 bits for a byte; the chip sends and receives 10. */
static void onBaudRate(avr_irq_t *irq, uint32_t value, void *param) {
  uart->cycles_per_byte = uart->cycles_per_byte * 10 / 11;
}

static void onByte(avr_irq_t *irq, uint32_t value, void *param) {
  printf("byte %llu %x\n", (unsigned long long)avr->cycle, value & 0xFF);
}

/* ---- The levels that the world gives pins. ---- */

static struct { uint8_t mask, value; } world[PORTS];
static struct train { char port[2]; int bit[2]; avr_cycle_count_t period; long left; } trains[TRAINS];

static avr_irq_t *pin(char port, int bit) { return avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(port), bit); }

static void setLevel(char port, int bit, int level) {
  const int i = port - 'A';
  world[i].mask |= 1 << bit;
  world[i].value = (world[i].value & ~(1 << bit)) | level << bit;
  /* Without this, simavr sets an input with a pull-up high whenever the program writes to its port. */
  avr_ioport_external_t external = {.name = port, .mask = world[i].mask, .value = world[i].value};
  avr_ioctl(avr, AVR_IOCTL_IOPORT_SET_EXTERNAL(port), &external);
  avr_raise_irq(pin(port, bit), level);
}

/* The first pin of a train is the next to change. */
static avr_cycle_count_t nextEdge(avr_t *of, avr_cycle_count_t when, void *param) {
  struct train *t = param;
  const char port = t->port[0];
  const int bit = t->bit[0];
  setLevel(port, bit, !(world[port - 'A'].value >> bit & 1));
  t->port[0] = t->port[1], t->bit[0] = t->bit[1];
  t->port[1] = port, t->bit[1] = bit;
  return --t->left > 0 ? when + t->period : 0;
}

static void startTrain(const char *words) {
  for (int i = 0; i < TRAINS; ++i) {
    struct train *t = &trains[i];
    unsigned long period;
    if (t->left > 0) continue;
    if (sscanf(words, "%c %d %c %d %lu %ld", &t->port[0], &t->bit[0], &t->port[1], &t->bit[1], &period, &t->left) != 6)
      fail("a train has two pins, a period and a count");
    t->period = period;
    avr_cycle_timer_register(avr, t->period, nextEdge, t);
    return;
  }
  fail("too many trains");
}

/* ---- The chip. ---- */

static void (*resetOfChip)(avr_t *);

/* simavr calls it inside every reset, its own by the watchdog, too; modules and their registers follow. */
static void onReset(avr_t *of) {
  if (resetOfChip) resetOfChip(of);
  wasReset = 1;
}

/* simavr has forgotten its timers, and with them what is on its way to the board; and the levels of the pins. */
static void afterReset(void) {
  wasReset = 0;
  avr->run_cycle_limit = BURST;
  memcpy(avr->flash + programStart, program, programBytes);
  printf("reset %llu\n", (unsigned long long)avr->cycle);
  look();
  for (int i = 0; i < PORTS; ++i)
    for (int bit = 0; bit < 8; ++bit)
      if (world[i].mask >> bit & 1) {
        avr_raise_irq(pin('A' + i, bit), !(world[i].value >> bit & 1));
        avr_raise_irq(pin('A' + i, bit), world[i].value >> bit & 1);
      }
  for (int i = 0; i < TRAINS; ++i)
    if (trains[i].left > 0) avr_cycle_timer_register(avr, trains[i].period, nextEdge, &trains[i]);
  startSending();
}

static void reset(int cause) {
  const uint8_t causes = avr->data[MCUSR] | cause;
  avr_reset(avr);
  avr->data[MCUSR] = causes;
  afterReset();
}

static void step(void) {
  const int state = avr_run(avr);
  if (state == cpu_Done || state == cpu_Crashed) {
    printf("crash %llu %x\n", (unsigned long long)avr->cycle, avr->pc);
    exit(1);
  }
  if (wasReset) afterReset();
}

static avr_cycle_count_t endOfRun(avr_t *of, avr_cycle_count_t when, void *param) { return 0; }

static void run(avr_cycle_count_t time) {
  const avr_cycle_count_t end = avr->cycle + time;
  /* A sleep ends with it. */
  avr_cycle_timer_register(avr, time, endOfRun, NULL);
  while (avr->cycle < end) step();
  avr_cycle_timer_cancel(avr, endOfRun, NULL);
  look();
  printf("at %llu\n", (unsigned long long)avr->cycle);
}

/* The next instruction of the main loop, which is not inside an interrupt, becomes a jump to itself. */
static void hang(int interrupts) {
  while (!avr->sreg[S_I]) step();
  avr->flash[avr->pc] = SELF_JUMP & 0xFF;
  avr->flash[avr->pc + 1] = SELF_JUMP >> 8;
  if (interrupts) return;
  avr->state = cpu_Running;
  avr->sreg[S_I] = 0;
}

/* simavr would sleep in real time. */
static void sleepInVirtualTime(avr_t *of, avr_cycle_count_t time) {}

/* Only errors, which the test shows when the process has ended. */
static void onLog(avr_t *of, const int level, const char *format, va_list arguments) {
  if (level == LOG_ERROR) vfprintf(stderr, format, arguments);
}

static avr_uart_t *findUart(void) {
  for (avr_io_t *io = avr->io_port; io; io = io->next)
    if (!strcmp(io->kind, "uart") && ((avr_uart_t *)io)->name == '0') return (avr_uart_t *)io;
  fail("the chip has no serial line");
  return NULL;
}

static void begin(const char *hex, const char *chip, unsigned seed) {
  avr_global_logger_set(onLog);
  avr = avr_make_mcu_by_name(chip);
  if (!avr) fail("simavr does not know the chip");
  avr_init(avr);
  avr->frequency = CLOCK;
  avr->run_cycle_limit = BURST;
  avr->sleep = sleepInVirtualTime;
  program = read_ihex_file(hex, &programBytes, &programStart);
  if (!program) fail("the hex cannot be read");
  avr->codeend = avr->flashend;
  resetOfChip = avr->reset;
  avr->reset = onReset;
  /* Or simavr looks at every low pin at every cycle. */
  for (int i = 0; i < EXTINT_COUNT; ++i) avr_extint_set_strict_lvl_trig(avr, i, 0);
  uart = findUart();
  uart->flags = 0;
  avr_irq_register_notify(uart->io.irq + UART_IRQ_OUTPUT, onByte, NULL);
  avr_irq_register_notify(avr_iomem_getirq(avr, uart->ubrrl.reg, NULL, AVR_IOMEM_IRQ_ALL), onBaudRate, NULL);
  srand(seed);
  for (unsigned i = avr->ioend + 1; i <= avr->ramend; ++i) avr->data[i] = rand() >> 8;
  memcpy(avr->flash + programStart, program, programBytes);
  avr->pc = programStart;
  avr->data[MCUSR] = POWER_ON;
}

static void obey(char *line) {
  char *words = strchr(line, ' ');
  if (!words) fail("a command has words");
  *words++ = 0;
  char port;
  int bit, level;
  if (!strcmp(line, "run")) run(strtoull(words, NULL, 10));
  else if (!strcmp(line, "send")) send(words);
  else if (!strcmp(line, "watch")) watch(words);
  else if (!strcmp(line, "train")) startTrain(words);
  else if (!strcmp(line, "hang")) hang(atoi(words));
  else if (!strcmp(line, "reset")) reset(atoi(words));
  else if (!strcmp(line, "level") && sscanf(words, "%c %d %d", &port, &bit, &level) == 3) setLevel(port, bit, level);
  else fail("a command is not known");
}

int main(int count, char **words) {
  static char line[LINE], output[LINE];
  if (count != 4) fail("HEX MCU SEED");
  setvbuf(stdout, output, _IOFBF, sizeof output);
  begin(words[1], words[2], strtoul(words[3], NULL, 10));
  while (fgets(line, sizeof line, stdin)) {
    line[strcspn(line, "\n")] = 0;
    obey(line);
    if (!strcmp(line, "run")) fflush(stdout);
  }
  return 0;
}
