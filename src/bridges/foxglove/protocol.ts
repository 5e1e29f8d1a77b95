/**
 * Version 1 of Foxglove's WebSocket protocol: what a server tells its clients.
 *
 * Source: github.com/foxglove/ws-protocol, docs/spec.md. Texts are JSON with an `op`; a binary message begins with one
 * byte that says what it is, and its numbers are little-endian.
 */

/** Two names of the same protocol: newer programs ask for the first, older ones for the second. */
export const SUBPROTOCOLS: readonly string[] = ['foxglove.sdk.v1', 'foxglove.websocket.v1'];

/** Clients can neither publish messages nor call services: nothing but a parameter can be changed. */
export type Capability = 'time' | 'parameters' | 'parametersSubscribe';

export interface AdvertisedChannel {
  readonly id: number;
  readonly topic: string;
  readonly encoding: 'json';
  readonly schemaName: string;
  readonly schema: string;
  readonly schemaEncoding: 'jsonschema';
}

/** Without a value the parameter is no longer there. */
export interface ParameterValue {
  readonly name: string;
  readonly value?: number;
  readonly type?: 'float64';
}

export const STATUS_ERROR = 2;

export type ServerMessage =
  | {
      readonly op: 'serverInfo';
      readonly name: string;
      readonly capabilities: readonly Capability[];
      /** Another one means another server: its channels have other numbers. */
      readonly sessionId: string;
    }
  | { readonly op: 'status'; readonly level: typeof STATUS_ERROR; readonly message: string }
  | { readonly op: 'advertise'; readonly channels: readonly AdvertisedChannel[] }
  | {
      readonly op: 'parameterValues';
      readonly parameters: readonly ParameterValue[];
      /** That of the request. */
      readonly id?: string;
    };

const MESSAGE_DATA = 1;
const TIME = 2;
const MESSAGE_HEADER_BYTES = 13;

/** @param at nanoseconds since 1970 */
export function messageData(subscription: number, at: bigint, data: Uint8Array): Buffer {
  const bytes = Buffer.allocUnsafe(MESSAGE_HEADER_BYTES + data.byteLength);
  bytes.writeUInt8(MESSAGE_DATA, 0);
  bytes.writeUInt32LE(subscription, 1);
  bytes.writeBigUInt64LE(at, 5);
  bytes.set(data, MESSAGE_HEADER_BYTES);
  return bytes;
}

/** @param at nanoseconds since 1970 */
export function timeMessage(at: bigint): Buffer {
  const bytes = Buffer.allocUnsafe(9);
  bytes.writeUInt8(TIME, 0);
  bytes.writeBigUInt64LE(at, 1);
  return bytes;
}
