/** A second viewer beside the page under test: the robot's motion is read here, not from the page. */
import { WebSocket } from 'ws';
import { type FromServer, PROTOCOL, SOCKET_PATH, TOKEN_PREFIX } from '../../src/dashboard/wire.js';
import type { FrameView, Operation, RobotFrame, SceneView } from '../../src/signals/view.js';
import { until } from './pty.js';

export class Observer {
  scene: SceneView | undefined;
  frame: FrameView | undefined;
  readonly refusals: string[] = [];
  /** When each frame came [ms], and what it was. */
  readonly frames: { readonly at: number; readonly frame: FrameView }[] = [];
  readonly #socket: WebSocket;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (text) => this.#hear(JSON.parse(String(text)) as FromServer));
  }

  robot(id?: string): RobotFrame {
    const robots = this.frame?.robots ?? [];
    const robot = id === undefined ? robots[0] : robots.find((one) => one.id === id);
    if (!robot) throw new Error(`no robot ${id ?? ''} among ${robots.map((one) => one.id).join(', ')}`);
    return robot;
  }

  /** The power at both motors, the larger one. */
  power(id?: string): number {
    const duties = this.robot(id).tick?.duties ?? { left: 0, right: 0 };
    return Math.max(Math.abs(duties.left), Math.abs(duties.right));
  }

  say(operation: Operation): void {
    this.#socket.send(JSON.stringify(operation));
  }

  /** @throws Error when it has not come true in two minutes, which a slow machine may need */
  async sees(what: string, isTrue: (frame: FrameView) => boolean): Promise<void> {
    await until(
      () => this.frame !== undefined && isTrue(this.frame),
      () => `never seen: ${what}; last ${JSON.stringify(this.frame)?.slice(0, 1500)}`,
    );
  }

  close(): void {
    this.#socket.terminate();
  }

  #hear(message: FromServer): void {
    if (message.kind === 'scene') this.scene = message;
    if (message.kind === 'refused') this.refusals.push(message.why);
    if (message.kind !== 'frame') return;
    this.frame = message;
    this.frames.push({ at: Date.now(), frame: message });
    this.#socket.send(JSON.stringify({ kind: 'seen' }));
  }
}

/** @param address with its token */
export async function observe(address: string): Promise<Observer> {
  const { host, origin, hash } = new URL(address);
  const token = hash.replace('#token=', '');
  const socket = new WebSocket(`ws://${host}${SOCKET_PATH}`, [PROTOCOL, TOKEN_PREFIX + token], { origin });
  const observer = new Observer(socket);
  await new Promise((done, fail) => socket.once('open', done).once('error', fail));
  await until(
    () => observer.frame !== undefined && observer.scene !== undefined,
    () => 'no frame comes',
  );
  return observer;
}
