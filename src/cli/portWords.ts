/** Values of `--port` that are no port of this machine. */

/** An emulated board. */
export const EMULATED = 'emulated';
/** No board at all. */
export const SIMULATED = 'simulated';
