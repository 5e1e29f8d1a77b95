/** What a robot did over time, for the charts of a picture. */
import type { Pose } from '../../src/math/geometry.js';
import type { Seconds } from '../../src/math/units.js';
import type { BodySample } from '../../src/scene/plot/trace.js';
import type { Tick } from '../../src/signals/signals.js';

/** Beyond this every other sample is dropped, and from then on every other one kept: a minute at 50 Hz fits. */
const MAX_SAMPLES = 4096;

/** Collects samples at equal intervals; its memory does not grow with time. */
export class SampleRecorder {
  #samples: BodySample[] = [];
  #every = 1;
  #ticks = 0;

  record(at: Seconds, pose: Pose, { granted, duties }: Tick): void {
    if (this.#ticks++ % this.#every !== 0) return;
    this.#samples.push({ at, pose, granted, duties });
    if (this.#samples.length <= MAX_SAMPLES) return;
    this.#samples = this.#samples.filter((_, i) => i % 2 === 0);
    this.#every *= 2;
  }

  samples(): readonly BodySample[] {
    return [...this.#samples];
  }
}
