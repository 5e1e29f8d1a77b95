/** A driver without a body: it notes all calls, in order. */
import { Subject } from 'rxjs';
import type { ConnectedRobot, Driver } from '../../src/drivers/driver.js';
import type { Reading, WheelDuties } from '../../src/signals/signals.js';

export class FakeDriver implements Driver {
  readonly readings$ = new Subject<Reading>();
  readonly calls: string[] = [];
  readonly duties: WheelDuties[] = [];
  /** Whether `arm` succeeds. */
  willing = true;

  arm(): Promise<void> {
    this.calls.push('arm');
    return this.willing ? Promise.resolve() : Promise.reject(new Error('no power'));
  }

  drive(duties: WheelDuties): void {
    this.calls.push('drive');
    this.duties.push(duties);
  }

  stop(): void {
    this.calls.push('stop');
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

/** The same driver, as that of a robot which is connected. */
export const connected = (
  driver: FakeDriver,
  time: ConnectedRobot['time'],
  { speedLimit = null, warning = null }: Partial<Pick<ConnectedRobot, 'speedLimit' | 'warning'>> = {},
): FakeDriver & ConnectedRobot => Object.assign(driver, { time, deadMan: null, speedLimit, warning });
