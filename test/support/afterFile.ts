/**
 * Ends what the tests of a file have begun. Files that share a process share this module, too, so that an `afterAll` of a
 * module that they import would be heard in the first of them alone: test/support/setup.ts says the end of each.
 */
const acts = new Set<() => unknown>();

export const afterFile = (act: () => unknown): void => void acts.add(act);

export async function endOfFile(): Promise<void> {
  const due = [...acts];
  acts.clear();
  for (const act of due) await act();
}
