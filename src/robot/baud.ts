/** Rates of a serial port [baud]. */

/** Of our firmware's line, as it numbers them: it starts at Firmata's usual rate, and can be taken to the other. */
export const LINE_RATES = [57_600, 250_000] as const;
export type LineRate = (typeof LINE_RATES)[number];
export const [BAUD_RATE, RAISED_BAUD_RATE] = LINE_RATES;

export const MIN_BAUD = 1200;
export const MAX_BAUD = 2_000_000;

/** Whether a serial port can be set to this rate. */
export const isBaud = (rate: number): boolean =>
  Number.isInteger(rate) && rate >= MIN_BAUD && rate <= MAX_BAUD;

/** What a message asks for in place of a rate that no port can have. */
export const WANTED_BAUD = `a whole number from ${MIN_BAUD} to ${MAX_BAUD} is wanted, such as 115200`;
