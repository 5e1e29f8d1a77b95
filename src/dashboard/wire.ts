/** The messages between the page and its server, as JSON texts over a WebSocket. */
import type { Seconds } from '../math/units.js';
import type { Operation, View } from '../signals/view.js';

/** Whether a client may only look, or may drive. */
export type Role = 'view' | 'drive';

export type FromServer =
  | View
  /** The first message: what this client may do. */
  | { readonly kind: 'hello'; readonly role: Role }
  /** Who drives by hand now. */
  | { readonly kind: 'lease'; readonly holder: 'you' | 'other' | 'nobody' }
  /** A request was not done, and why. */
  | { readonly kind: 'refused'; readonly why: string };

type Teleop = Extract<Operation, { kind: 'teleop' }>;

/** `seen`: the `at` of the newest frame that the page had, so that the server can tell a late command. */
export type TeleopRequest = Teleop & { readonly seen?: Seconds };

export type OperationRequest = Exclude<Operation, Teleop> | TeleopRequest;

/** `seen`: a frame was drawn, and the next may come. */
export type FromPage = OperationRequest | { readonly kind: 'seen' };

/** The WebSocket's sub-protocols: this one, and the prefix with the token. */
export const PROTOCOL = 'steerbot';
export const TOKEN_PREFIX = 'steerbot.token.';

/** The server's path for WebSockets. */
export const SOCKET_PATH = '/live';
