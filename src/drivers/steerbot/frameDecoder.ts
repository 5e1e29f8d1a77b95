/** Finds our frames in a stream of bytes that may hold anything else, or garbage. */
import { decodeFrame, END_SYSEX, type Frame, LONGEST_FRAME, START_SYSEX, STEERBOT } from './frame.js';

/**
 * Keeps one frame's bytes at most. A start gives up whatever came before it: after garbage of any kind the next whole
 * frame is found.
 */
export class FrameDecoder {
  readonly #bytes = new Uint8Array(LONGEST_FRAME);
  /** Bytes of the frame so far; 0 outside of one. */
  #length = 0;
  #badFrames = 0;

  /** Frames begun as ours that were not valid, since the beginning. */
  get badFrames(): number {
    return this.#badFrames;
  }

  /** Calls back with each valid frame that these bytes complete. */
  push(bytes: Iterable<number>, each: (frame: Frame) => void): void {
    for (const byte of bytes) {
      if (byte === START_SYSEX) this.#start();
      else if (byte === END_SYSEX) this.#end(each);
      else this.#keep(byte);
    }
  }

  #start(): void {
    this.#giveUp();
    this.#bytes[0] = START_SYSEX;
    this.#length = 1;
  }

  #keep(byte: number): void {
    if (this.#length === 0) return;
    const isOurs = this.#length > 1 || byte === STEERBOT;
    // Room is left for the end.
    const fits = this.#length < LONGEST_FRAME - 1;
    if (isOurs && fits) this.#bytes[this.#length++] = byte;
    else this.#giveUp();
  }

  #end(each: (frame: Frame) => void): void {
    if (this.#length === 0) return;
    this.#bytes[this.#length] = END_SYSEX;
    const frame = decodeFrame(this.#bytes.subarray(0, this.#length + 1));
    if (!frame) this.#giveUp();
    this.#length = 0;
    if (frame) each(frame);
  }

  #giveUp(): void {
    if (this.#length > 1) this.#badFrames += 1;
    this.#length = 0;
  }
}
