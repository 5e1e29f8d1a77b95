/** The same tests on every pair of a board and an emulator. */
import { afterEach, describe } from 'vitest';
import { STARTED, STATUS } from '../emulated.js';
import { BoardHost } from './boardHost.js';
import { type BoardKind, boardKinds } from './boardKinds.js';

const opened: BoardHost[] = [];

/** A host whose board has said that it has started. */
export async function bootedHost(kind: BoardKind, seed = 1): Promise<BoardHost> {
  const host = new BoardHost(kind.create(seed));
  opened.push(host);
  while (!host.last(STATUS, STARTED) && host.board.now < 1) await host.run(0.01);
  return host;
}

export function onEveryBoard(tests: (kind: BoardKind) => void): void {
  for (const kind of boardKinds()) {
    describe.skipIf(kind.isMissing)(kind.name, () => {
      afterEach(() => {
        for (const { board } of opened.splice(0)) board.close();
      });
      tests(kind);
    });
  }
}
