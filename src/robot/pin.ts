/** A pin of a board, as it is written on it: 7, or A0. */
export type Pin = number | string;

/** A number, or A and a number. Each pin has one name: 7, not 07. */
export const PIN_NAME = /^A?(0|[1-9]\d*)$/;

/** Whether it has a converter, so that a voltage is measured there; at any other the level is 0 or 1. */
export const isAnalog = (pin: Pin): boolean => /^A\d+$/.test(String(pin));
