/** Which view comes next: what the scene, somebody who asked to see it all, and the robot that is followed want. */
import { following } from '../../store.js';
import type { Picture } from '../drawing/picture.js';
import type { Camera } from './camera.js';
import { extentOf, widened } from './extent.js';
import { keepView } from './keepView.js';
import { camera, fits, fitting } from './mapState.js';

/** Room left on every side for those who drive out of the view. */
const ROOM = 0.15;

export class ViewKeeper {
  #named: string | undefined;
  #fits = 0;

  next(picture: Omit<Picture, 'scales'>, width: number, height: number): Camera {
    const { scene, frame, bodies, focus } = picture;
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
      followed: following.value ? bodies.find(({ view }) => view.id === focus)?.pose : undefined,
      bodies: bodies.filter(({ view }) => !view.ghost).map(({ pose }) => pose),
    };
    return keepView(anew ? null : camera.value, now, (wide) =>
      wide ? widened(extentOf(scene, frame), ROOM) : extentOf(scene, frame),
    );
  }
}
