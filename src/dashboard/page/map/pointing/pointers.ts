/** Mouse, pen and fingers on the map: one works with the tool in the hand, two fingers zoom and pan. */
import { distance, type Vec2 } from '../../../../math/geometry.js';
import { following } from '../../store.js';
import { inHand } from '../tools/inHand.js';
import type { Tool, Touch } from '../tools/tool.js';
import { panBy, pinched, toPlane, zoomAbout } from '../view/camera.js';
import { camera, cursor, look } from '../view/mapState.js';

/** What a pointer event says, without the page around it; `at` in pixels of the map. */
export interface Contact {
  readonly id: number;
  readonly kind: 'mouse' | 'pen' | 'touch';
  readonly at: Vec2;
  /** 0 the first button, 1 the middle one. */
  readonly button: number;
  readonly shift: boolean;
  /** Milliseconds. */
  readonly time: number;
}

/** How far off one may press and still mean it [pixels]. */
const REACH = { mouse: 10, pen: 12, touch: 22 };
/** A finger that rests so long means it; before that another may come, to zoom [ms]. */
const REST = 120;
const STILL = 8;
const TWICE_WITHIN = 350;

type Doing = 'nothing' | 'waits' | 'tool' | 'pan' | 'pinch';

export class Pointers {
  readonly #down = new Map<number, Contact>();
  #doing: Doing = 'nothing';
  #tool: Tool | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #last: Contact | undefined;
  #twice = false;

  press(contact: Contact): void {
    this.#down.set(contact.id, contact);
    cursor.value = null;
    if (this.#down.size > 1) this.#begin('pinch');
    else if (contact.button !== 0) this.#begin('pan');
    else {
      this.#twice = this.#isAgain(contact);
      this.#last = contact;
      if (contact.kind !== 'touch') this.#work(contact);
      else this.#wait(contact);
    }
  }

  move(contact: Contact): void {
    const before = this.#down.get(contact.id);
    if (!before) {
      if (this.#doing === 'nothing') this.#hover(contact);
      return;
    }
    if (this.#doing === 'waits' && distance(before.at, contact.at) > STILL) this.#work(before);
    if (this.#doing === 'waits') return;
    if (this.#doing === 'pinch') this.#pinch(contact);
    this.#down.set(contact.id, contact);
    if (this.#doing === 'pan') this.#pan(contact.at.x - before.at.x, contact.at.y - before.at.y);
    if (this.#doing === 'tool') this.#with(contact, (touch) => this.#tool?.drag(touch));
  }

  release(contact: Contact): void {
    const before = this.#down.get(contact.id);
    if (!before) return;
    if (this.#doing === 'waits') this.#work(before);
    if (this.#doing === 'tool') this.#with(contact, (touch) => this.#tool?.release(touch));
    this.#lift(contact.id);
  }

  /** The page took it away. */
  cancel(id: number): void {
    if (!this.#down.has(id)) return;
    if (this.#doing === 'tool') this.#tool?.cancel();
    this.#lift(id);
  }

  /** @param notches of the wheel, away from the hand positive */
  wheel(at: Vec2, notches: number): void {
    const now = camera.value;
    // What is followed stays in the middle.
    const about = now && following.value ? { x: now.width / 2, y: now.height / 2 } : at;
    if (now) look(zoomAbout(now, about, 1.2 ** notches));
  }

  #lift(id: number): void {
    this.#down.delete(id);
    clearTimeout(this.#timer);
    // The finger that is left of two does nothing more.
    this.#doing = 'nothing';
    this.#tool = undefined;
  }

  #begin(doing: Doing): void {
    clearTimeout(this.#timer);
    if (this.#doing === 'tool') this.#tool?.cancel();
    this.#tool = undefined;
    this.#doing = doing;
  }

  #wait(contact: Contact): void {
    this.#begin('waits');
    this.#timer = setTimeout(() => this.#work(contact), REST);
  }

  #work(contact: Contact): void {
    this.#begin('tool');
    this.#tool = inHand();
    let taken = false;
    this.#with(contact, (touch) => {
      taken = this.#tool?.press(touch) ?? false;
    });
    if (!taken) this.#begin('pan');
  }

  #hover({ at }: Contact): void {
    if (camera.value) inHand().hover?.(toPlane(camera.value, at));
  }

  #pan(dx: number, dy: number): void {
    following.value = false;
    if (camera.value) look(panBy(camera.value, dx, dy));
  }

  #pinch(contact: Contact): void {
    const other = [...this.#down.values()].find(({ id }) => id !== contact.id);
    const before = this.#down.get(contact.id);
    if (!camera.value || !other || !before) return;
    look(pinched(camera.value, [before.at, other.at], [contact.at, other.at]));
  }

  #isAgain({ at, time, kind }: Contact): boolean {
    const last = this.#last;
    const isSoon = last !== undefined && time - last.time < TWICE_WITHIN && !this.#twice;
    return isSoon && distance(last.at, at) < REACH[kind];
  }

  #with({ at, shift, kind }: Contact, act: (touch: Touch) => void): void {
    const now = camera.value;
    if (now) act({ at: toPlane(now, at), reach: REACH[kind] / now.scale, shift, twice: this.#twice });
  }
}
