/** What the server says, told to the page's store. What nobody knows is passed over: a server may be newer. */

import type { View } from '../../../signals/view.js';
import type { FromServer } from '../../wire.js';
import { lease, receive, refusal, role } from '../store.js';
import { completeView } from './complete.js';

/** @returns the kind of what was said; undefined for what is no message at all */
export function receiveMessage(text: unknown): string | undefined {
  const message = parse(text);
  switch (message?.kind) {
    case 'hello':
      role.value = message.role;
      break;
    case 'lease':
      lease.value = message.holder;
      break;
    case 'refused':
      refusal.value = message.why;
      break;
    case 'scene':
    case 'frame':
      receiveView(message);
  }
  return message?.kind;
}

/** What cannot be shown is told to whoever debugs; the link goes on. */
function receiveView(view: View): void {
  try {
    receive(completeView(view));
  } catch (error) {
    console.error(error);
  }
}

function parse(text: unknown): FromServer | undefined {
  try {
    const message: unknown = JSON.parse(String(text));
    return typeof message === 'object' && message !== null ? (message as FromServer) : undefined;
  } catch {
    return undefined;
  }
}
