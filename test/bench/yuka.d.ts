/** Yuka has no types; it is only measured beside us. */
declare module 'yuka';
