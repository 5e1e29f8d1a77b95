/** What goes over the wire between the page and its server, as JSON texts of a WebSocket. */
import type { Seconds } from '../math/units.js';
import type { Operation, View } from '../signals/view.js';

/** Who may only look, and who may drive. */
export type Role = 'view' | 'drive';

export type FromServer =
  | View
  /** First of all: what this client may do. */
  | { readonly kind: 'hello'; readonly role: Role }
  /** Who drives by hand now. */
  | { readonly kind: 'lease'; readonly holder: 'you' | 'other' | 'nobody' }
  /** What was asked for was not done, and why. */
  | { readonly kind: 'refused'; readonly why: string };

type Teleop = Extract<Operation, { kind: 'teleop' }>;

/** `seen`: the `at` of the newest frame that its page had, so that a word that comes late is known. */
export type TeleopRequest = Teleop & { readonly seen?: Seconds };

export type OperationRequest = Exclude<Operation, Teleop> | TeleopRequest;

/** The kind `seen`: a frame was drawn, and the next may come. */
export type FromPage = OperationRequest | { readonly kind: 'seen' };

/** The WebSocket's sub-protocols: this one, and the token behind the prefix. */
export const PROTOCOL = 'steerbot';
export const TOKEN_PREFIX = 'steerbot.token.';

/** Where the server takes WebSockets. */
export const SOCKET_PATH = '/live';
