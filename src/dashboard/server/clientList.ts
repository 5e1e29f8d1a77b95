/** All clients: what each of them gets, and what a late one must be told. */
import { BehaviorSubject } from 'rxjs';
import type { News, SceneView, View } from '../../signals/view.js';
import type { Role } from '../wire.js';
import type { Client } from './client.js';
import { MAX_MISSED_NEWS, SerializedFrame } from './latestFrameQueue.js';
import type { Requester } from './operationRouter.js';

/** Places in all; some are kept free for clients that may drive, however many look on. */
export const MAX_CLIENTS = 24;
const RESERVED_FOR_DRIVERS = 4;

export class ClientList {
  readonly #clients = new Set<Client>();
  readonly count$ = new BehaviorSubject(0);
  #scene: { readonly name: string; readonly text: Buffer } | undefined;
  #frame: SerializedFrame | undefined;
  /** The newest news of this scene before that frame. */
  #earlierNews: readonly News[] = [];
  /** The clients that may drive know that a part of this scene could not be shown. */
  #unwritableReported = false;

  hasRoomFor(role: Role): boolean {
    return this.#clients.size < (role === 'drive' ? MAX_CLIENTS : MAX_CLIENTS - RESERVED_FOR_DRIVERS);
  }

  /** Bytes that wait for clients that do not read. */
  get buffered(): number {
    return [...this.#clients].reduce((sum, { buffered }) => sum + buffered, 0);
  }

  show(view: View): void {
    if (view.kind === 'scene') {
      this.#showScene(view);
    } else {
      const frame = new SerializedFrame(view, this.#reportUnwritable);
      if (this.#frame?.news.length)
        this.#earlierNews = [...this.#earlierNews, ...this.#frame.news].slice(-MAX_MISSED_NEWS);
      this.#frame = frame;
      for (const { queue } of this.#clients) queue.frame(frame);
    }
  }

  #showScene(scene: SceneView): void {
    let text: Buffer;
    try {
      text = Buffer.from(JSON.stringify(scene));
    } catch (error) {
      this.#reportUnwritable(error);
      return;
    }
    // The last frame of another scene says nothing about this one.
    if (this.#scene?.name !== scene.name) {
      this.#frame = undefined;
      this.#earlierNews = [];
      this.#unwritableReported = false;
    }
    this.#scene = { name: scene.name, text };
    for (const { queue } of this.#clients) queue.scene(text);
  }

  /** A value that cannot be shown must not end the thread that hears STOP. */
  readonly #reportUnwritable = (error: unknown): void => {
    if (this.#unwritableReported) return;
    this.#unwritableReported = true;
    const [what] = String(error).split('\n');
    this.refuse(`a value cannot be shown, because JSON cannot represent it: ${what}`);
  };

  add(client: Client, holder: Requester | undefined): void {
    this.#clients.add(client);
    client.send({ kind: 'hello', role: client.role });
    this.#sendLease(client, holder);
    if (this.#scene) client.queue.scene(this.#scene.text);
    if (this.#frame) client.queue.frame(this.#frame, this.#earlierNews);
    this.count$.next(this.#clients.size);
  }

  remove(client: Client): void {
    if (this.#clients.delete(client)) this.count$.next(this.#clients.size);
  }

  sendLease(holder: Requester | undefined): void {
    for (const client of this.#clients) this.#sendLease(client, holder);
  }

  /** Tells all clients that may drive: it is unknown which of them asked. */
  refuse(why: string): void {
    for (const client of this.#clients) if (client.role === 'drive') client.send({ kind: 'refused', why });
  }

  heartbeat(): void {
    for (const client of this.#clients) client.heartbeat();
  }

  close(): void {
    for (const client of this.#clients) client.terminate();
    this.count$.complete();
  }

  #sendLease(client: Client, holder: Requester | undefined): void {
    const whose = holder === undefined ? 'nobody' : holder === client ? 'you' : 'other';
    client.send({ kind: 'lease', holder: whose });
  }
}
