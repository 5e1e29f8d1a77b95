import { describe, expect } from 'vitest';
import { loadGallery, loadScene } from '../../../sim/scenario/loadScenario.js';
import { SimSession } from '../../../sim/session/simSession.js';
import type { FrameView, SceneView, View } from '../../../src/signals/view.js';
import { FakeTime } from '../../drivers/fakeTime.js';
import { itInBoth, itThorough, partOf } from '../../support/effort.js';

const gallery = loadGallery();

function visit(name: string) {
  const time = new FakeTime();
  const last = new Map<View['kind'], View>();
  const session = new SimSession({ open: (name) => loadScene(name), gallery: () => gallery, time }, name);
  session.start((view) => last.set(view.kind, view));
  return {
    time,
    session,
    scene: () => last.get('scene') as SceneView,
    frame: () => last.get('frame') as FrameView,
  };
}

const isNoDistance = (value: unknown): boolean =>
  value !== null && !Number.isNaN(value) && !(Number.isFinite(value) && (value as number) >= 0);

/** What is neither plain JSON in a value nor a possible distance; a ray that a lidar lost is NaN, and a page gets −1. */
function strange(value: unknown): unknown[] {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, part]) =>
      key === 'distances' ? part.filter(isNoDistance) : strange(part),
    );
  const plain = value === null || ['string', 'boolean'].includes(typeof value) || Number.isFinite(value);
  return plain ? [] : [value];
}

describe('every scene of the gallery', () => {
  itInBoth.each(partOf(gallery, Math.ceil(gallery.length / 5)))('$name can be looked at', ({ name }) => {
    const { time, scene, frame, session } = visit(name);
    time.pass(0.2);
    session.close();
    expect(scene()).toMatchObject({ name, gallery });
    expect(scene().tunables.length).toBeGreaterThan(0);
    expect(frame().robots.map(({ id }) => id)).toEqual(scene().robots.map(({ id }) => id));
    expect(frame().robots.every(({ tick }) => tick?.safety === 'driving')).toBe(true);
    expect(frame().at).toBeGreaterThan(0.15);
    expect([scene(), frame()].flatMap((view) => strange(view))).toEqual([]);
  });
});

describe('the playground', () => {
  itThorough('has nine missions; the robot drives all of them beside its ghost, without contact', () => {
    const { time, scene, frame, session } = visit('playground');
    time.pass(3);
    expect(scene().robots.map(({ ghost }) => ghost)).toEqual([false, true]);
    expect(scene().missions).toHaveLength(9);
    session.operate({ kind: 'pointer', at: { x: 0.4, y: -0.3 } });
    time.pass(0.1);
    expect(frame().pointer).toEqual({ x: 0.4, y: -0.3 });
    for (let mission = 0; mission < 9; mission++) {
      session.operate({ kind: 'choose', mission });
      time.pass(4);
      expect(scene().mission).toBe(mission);
      expect(frame().robots.flatMap(({ tick }) => tick?.faults)).toEqual([]);
    }
    expect(session.current.robots.map(({ body }) => body.touches.length)).toEqual([0, 0]);
  });
});

describe('the doorway', () => {
  itThorough('lets an operator change the queue mode, and shows the flow', () => {
    const { time, scene, frame, session } = visit('doorway');
    const crossings = () => frame().flow?.crossings ?? 0;
    /** Until another robot is through the door, at most 12 s. */
    const passOne = () => {
      const before = crossings();
      for (let seconds = 0; seconds < 12 && crossings() === before; seconds++) time.pass(1);
      expect(crossings()).toBeGreaterThan(before);
    };
    passOne();
    expect(frame().flow?.perSecond).toBeGreaterThan(0.1);
    expect(scene().missions).toHaveLength(5);
    session.operate({ kind: 'choose', mission: 0 });
    passOne();
    expect(JSON.stringify(scene().robots.at(-1)?.mission)).toContain('"mode":"none"');
  });
});
