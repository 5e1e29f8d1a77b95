/** What was shown last, as far as a hand is judged by it: which robots there are, and how old its picture is. */
import type { TimeSource } from '../../math/time.js';
import type { Seconds } from '../../math/units.js';
import type { FrameView, View } from '../../signals/view.js';

/** Guards people: so long after a newer picture was due nobody drives by the one before. */
const OLD: Seconds = 0.3;

export class StalenessGuard {
  readonly #time: Pick<TimeSource, 'now'>;
  #robots: ReadonlySet<string> = new Set();
  /** Of the slowest robot's control: every instant of it is a frame. */
  #period: Seconds = 0;
  #newest: { readonly frame: FrameView; readonly shown: Seconds } | undefined;

  constructor(time: Pick<TimeSource, 'now'>) {
    this.#time = time;
  }

  show(view: View): void {
    if (view.kind === 'frame') this.#newest = { frame: view, shown: this.#time.now() };
    else {
      this.#robots = new Set(view.robots.map(({ id }) => id));
      this.#period = Math.max(0, ...view.robots.map(({ rate }) => 1 / rate));
    }
  }

  has(robot: string): boolean {
    return this.#robots.has(robot);
  }

  /**
   * Whether who said something by the frame of the instant `seen` [run's time] should long have had another: its age
   * is (run's time now − seen − period) / speed. The run's time goes on while it shows nothing, unless it is paused:
   * so a word is as old as it is wherever it waited, here too, while this thread stood still.
   */
  isOld(seen: Seconds): boolean {
    if (!this.#newest) return true;
    const { frame, shown } = this.#newest;
    const { paused, speed, reached = speed } = frame.pace;
    const since = paused ? 0 : this.#time.now() - shown;
    const age = since + (frame.at - seen - this.#period) / reached;
    // What is newer than the newest is of another run.
    return seen > frame.at || !(age <= OLD);
  }
}
