/** Everybody who looks on: what all of them get, and what somebody who comes late must know. */
import { BehaviorSubject } from 'rxjs';
import type { News, SceneView, View } from '../../signals/view.js';
import type { Role } from '../wire.js';
import type { Client } from './client.js';
import { FrameText, MOST_NEWS } from './frameText.js';

/** Places in all; those who may drive find some of them free, however many look on. */
export const MOST_CLIENTS = 24;
const KEPT_FOR_DRIVERS = 4;

export class ClientList {
  readonly #clients = new Set<Client>();
  readonly count$ = new BehaviorSubject(0);
  #scene: { readonly name: string; readonly text: Buffer } | undefined;
  #frame: FrameText | undefined;
  /** The newest news of this scene before that frame. */
  #earlier: readonly News[] = [];
  /** Those who may drive know already that something of this scene could not be shown. */
  #complained = false;

  hasRoomFor(role: Role): boolean {
    return this.#clients.size < (role === 'drive' ? MOST_CLIENTS : MOST_CLIENTS - KEPT_FOR_DRIVERS);
  }

  /** Bytes that wait for those who do not read. */
  get buffered(): number {
    return [...this.#clients].reduce((sum, { buffered }) => sum + buffered, 0);
  }

  show(view: View): void {
    if (view.kind === 'scene') {
      this.#showScene(view);
    } else {
      const frame = new FrameText(view, this.#unwritable);
      if (this.#frame?.news.length) this.#earlier = [...this.#earlier, ...this.#frame.news].slice(-MOST_NEWS);
      this.#frame = frame;
      for (const { queue } of this.#clients) queue.frame(frame);
    }
  }

  #showScene(scene: SceneView): void {
    let text: Buffer;
    try {
      text = Buffer.from(JSON.stringify(scene));
    } catch (error) {
      this.#unwritable(error);
      return;
    }
    // The last frame of another scene says nothing about this one.
    if (this.#scene?.name !== scene.name) {
      this.#frame = undefined;
      this.#earlier = [];
      this.#complained = false;
    }
    this.#scene = { name: scene.name, text };
    for (const { queue } of this.#clients) queue.scene(text);
  }

  /** Guards people: what cannot be shown must not end the thread that hears STOP. */
  readonly #unwritable = (error: unknown): void => {
    if (this.#complained) return;
    this.#complained = true;
    const [what] = String(error).split('\n');
    this.refuse(`something cannot be shown, since JSON cannot write it: ${what}`);
  };

  join(client: Client, holder: Client | undefined): void {
    this.#clients.add(client);
    client.tell({ kind: 'hello', role: client.role });
    this.#tellLease(client, holder);
    if (this.#scene) client.queue.scene(this.#scene.text);
    if (this.#frame) client.queue.frame(this.#frame, this.#earlier);
    this.count$.next(this.#clients.size);
  }

  leave(client: Client): void {
    if (this.#clients.delete(client)) this.count$.next(this.#clients.size);
  }

  tellLease(holder: Client | undefined): void {
    for (const client of this.#clients) this.#tellLease(client, holder);
  }

  /** To all who may drive: nobody knows any more which of them asked. */
  refuse(why: string): void {
    for (const client of this.#clients) if (client.role === 'drive') client.tell({ kind: 'refused', why });
  }

  beat(): void {
    for (const client of this.#clients) client.beat();
  }

  close(): void {
    for (const client of this.#clients) client.cut();
    this.count$.complete();
  }

  #tellLease(client: Client, holder: Client | undefined): void {
    const whose = holder === undefined ? 'nobody' : holder === client ? 'you' : 'other';
    client.tell({ kind: 'lease', holder: whose });
  }
}
