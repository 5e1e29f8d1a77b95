/** Which view comes next: what the scene, somebody who asked to see it all, and the robot that is followed want. */
import { cameraFollows } from '../../store.js';
import type { Picture } from '../drawing/picture.js';
import type { Camera } from './camera.js';
import { extentOf, widened } from './extent.js';
import { nextCamera } from './keepView.js';
import { camera, fitRequests, fitting } from './mapState.js';

/** Room left on every side for those who drive out of the view. */
const LEAVING_MARGIN = 0.15;

export class AutoCamera {
  #named: string | undefined;
  #fits = 0;

  next(picture: Omit<Picture, 'scales'>, width: number, height: number): Camera {
    const { scene, frame, bodies, focus } = picture;
    const isOther = scene.name !== this.#named;
    if (isOther) fitting.value = true;
    const anew = isOther || this.#fits !== fitRequests.value;
    this.#fits = fitRequests.value;
    // Where its robots are nobody knows before the first frame.
    this.#named = frame ? scene.name : undefined;
    const now = {
      width,
      height,
      fitting: fitting.value,
      followed: cameraFollows.value ? bodies.find(({ view }) => view.id === focus)?.pose : undefined,
      bodies: bodies.filter(({ view }) => !view.ghost).map(({ pose }) => pose),
    };
    return nextCamera(anew ? null : camera.value, now, (wide) =>
      wide ? widened(extentOf(scene, frame), LEAVING_MARGIN) : extentOf(scene, frame),
    );
  }
}
