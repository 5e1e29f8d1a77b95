/** What the user typed cannot be done; nothing has run. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
