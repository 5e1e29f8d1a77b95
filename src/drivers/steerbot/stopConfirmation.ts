/**
 * Whether the board has said, since it was last armed, that its motors are off. A STOP that is only sent says nothing of
 * the wheels: on a slow line it is behind the commands that are on their way.
 */
export class StopConfirmation {
  /** A board that was just set up is locked. */
  #isOff = true;
  #hasEnded = false;
  #waiting: ((isOff: boolean) => void)[] = [];

  /** The board is armed: from now on it may give its motors power. */
  awaitStop(): void {
    this.#isOff = false;
  }

  /** The board says that it is not armed, after the host has stopped it. */
  confirm(): void {
    this.#isOff = true;
    this.#answer();
  }

  /** The board says nothing more. */
  end(): void {
    this.#hasEnded = true;
    this.#answer();
  }

  /** Resolves when the board has said it: with false when it never will. */
  wait(): Promise<boolean> {
    if (this.#isOff || this.#hasEnded) return Promise.resolve(this.#isOff);
    return new Promise((answer) => this.#waiting.push(answer));
  }

  #answer(): void {
    for (const answer of this.#waiting.splice(0)) answer(this.#isOff);
  }
}
