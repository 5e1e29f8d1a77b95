/** Which view comes next: what the scene, somebody who asked to see it all, and the robot that is followed want. */
import { ZERO } from '../../../geometry.js';
import { following } from '../store.js';
import type { Camera } from './camera.js';
import { extentOf, widened } from './extent.js';
import { keepView } from './keepView.js';
import { camera, fits, fitting } from './mapState.js';
import type { Picture } from './picture.js';

/** Room left on every side for those who drive out of the view. */
const ROOM = 0.15;
/** What the legend covers about: its width where the map is wide, else its height [pixels]. */
const BESIDE = { x: 270, y: 0 };
const BELOW = { x: 0, y: 120 };
const WIDE = 800;

export class ViewKeeper {
  #named: string | undefined;
  #fits = 0;

  next(picture: Omit<Picture, 'scales'>, width: number, height: number): Camera {
    const { scene, frame, bodies, focus, forces } = picture;
    const isOther = scene.name !== this.#named;
    if (isOther) fitting.value = true;
    const anew = isOther || this.#fits !== fits.value;
    this.#fits = fits.value;
    // Where its robots are nobody knows before the first frame.
    this.#named = frame ? scene.name : undefined;
    const now = {
      width,
      height,
      fitting: fitting.value,
      covered: forces ? (width > WIDE ? BESIDE : BELOW) : ZERO,
      followed: following.value ? bodies.find(({ view }) => view.id === focus)?.pose : undefined,
      bodies: bodies.filter(({ view }) => !view.ghost).map(({ pose }) => pose),
    };
    return keepView(anew ? null : camera.value, now, (wide) =>
      wide ? widened(extentOf(scene, frame), ROOM) : extentOf(scene, frame),
    );
  }
}
