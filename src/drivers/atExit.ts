/** The end of the program itself, by an error, by `process.exit` or by a signal: a stop must leave before it. */
import { writeSync } from 'node:fs';
import type { ConnectedRobot, Driver } from './driver.js';

type Stopped = Pick<Driver, 'stop'> & Partial<Pick<ConnectedRobot, 'deadMan' | 'kind'>>;

const driven = new Set<Stopped>();

/** Whether what is written now is the last: what a stream keeps back would be lost. */
let isLast = false;
export const writesLast = (): boolean => isLast;

/** In which a write that was under way has left: the stop after it comes behind it. */
const PAUSE_MS = 20;

function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** Stops, and once more: whatever was on its way before has then come. */
export function stopLastly(stop: () => void): void {
  isLast = true;
  try {
    stop();
    pause(PAUSE_MS);
    stop();
  } finally {
    isLast = false;
  }
}

function stopAll(): void {
  stopLastly(() => {
    for (const driver of driven) {
      // Guards people: one that fails leaves the others their stop.
      try {
        driver.stop();
      } catch {}
    }
  });
}

/** Which end a program that does not listen to them. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** A program that listens itself says what is done; else it ends as it would have, after the stop. */
function stopAndEnd(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  stopAll();
  process.off(signal, stopAndEnd);
  process.kill(process.pid, signal);
}

const isUnguarded = ({ deadMan, kind }: Stopped): boolean => !deadMan && kind === undefined;

function listen(): void {
  const [isAny, isAnyUnguarded] = [driven.size > 0, [...driven].some(isUnguarded)];
  process.off('exit', stopAll);
  if (isAny) process.on('exit', stopAll);
  for (const signal of SIGNALS) {
    process.off(signal, stopAndEnd);
    // First: a listener of the program that hears one signal only is gone when it has.
    if (isAnyUnguarded) process.prependListener(signal, stopAndEnd);
  }
}

/**
 * Guards people: an error that nothing catches ends a program, and the board of a driver may have no dead-man. For one without,
 * signals count, too.
 *
 * @returns forgets the driver
 */
export function stopsAtExit(driver: Stopped): () => void {
  driven.add(driver);
  listen();
  return () => {
    driven.delete(driver);
    listen();
  };
}

/** The same robot: it is stopped as the program ends, until it is closed. */
export function stoppedAtExit(robot: ConnectedRobot): ConnectedRobot {
  const forget = stopsAtExit(robot);
  const close = robot.close.bind(robot);
  return Object.assign(robot, { close: () => close().finally(forget) });
}

/** What is used of a stream of the serialport package: the file of its device, which Windows has not. */
export interface WithFile {
  readonly port?: { readonly fd?: number | null };
}

const TRIES = 50;

/** Writes past a stream's queue. @returns whether it could */
export function writeLast(stream: WithFile | undefined, bytes: Uint8Array): boolean {
  const fd = stream?.port?.fd;
  if (typeof fd !== 'number' || process.platform === 'win32') return false;
  for (let i = 0; i < TRIES; i++) {
    try {
      writeSync(fd, bytes);
      return true;
    } catch (error) {
      // The device's own queue is full.
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) return false;
      pause(1);
    }
  }
  return false;
}
