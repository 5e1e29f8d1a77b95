/** Rates of a serial port [baud]. */
export const MIN_BAUD = 1200;
export const MAX_BAUD = 2_000_000;

/** Whether a serial port can be set to this rate. */
export const isBaud = (rate: number): boolean =>
  Number.isInteger(rate) && rate >= MIN_BAUD && rate <= MAX_BAUD;

/** What is wanted instead of a rate that is none. */
export const WANTED_BAUD = `a whole number from ${MIN_BAUD} to ${MAX_BAUD} is wanted, such as 115200`;
