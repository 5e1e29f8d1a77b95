import { describe, expect, it } from 'vitest';
import type { FrameView, SceneView } from '../../../src/signals/view.js';
import { comeIn, frame, scene, serve } from './onTheWire.js';

const ring: { self?: unknown } = {};
ring.self = ring;

const spoilt = (at: number, what: unknown): FrameView => ({ ...frame(at, ['news']), moved: [what] as never });

describe('a frame that cannot be written', () => {
  it.each([
    ['goes round in a circle', ring],
    ['holds a number beyond JSON', 10n],
  ])('because something in it %s is left out, and those who drive hear of it once', async (_, what) => {
    const served = await serve();
    const [driver, viewer] = [await comeIn(served), await comeIn(served, 'view')];
    served.server.show(scene());
    for (const at of [1, 2, 3]) served.server.show(spoilt(at, what));
    served.server.show(frame(4));
    await driver.hears('frame');
    await viewer.hears('frame');
    expect(driver.of('frame')).toEqual([frame(4)]);
    expect(driver.of('refused')).toHaveLength(1);
    expect(viewer.of('refused')).toEqual([]);
  });

  it('keeps out no later client', async () => {
    const served = await serve();
    served.server.show(scene());
    served.server.show(spoilt(1, ring));
    const late = await comeIn(served);
    served.server.show(frame(2));
    await late.hears('frame');
    expect(late.of('frame')).toEqual([frame(2)]);
  });

  it('while it waits for one who draws slowly breaks nothing', async () => {
    const served = await serve();
    const visitor = await comeIn(served);
    for (const at of [1, 2]) served.server.show(frame(at));
    served.server.show(spoilt(3, ring));
    await visitor.hears('frame', 2);
    visitor.say({ kind: 'seen' });
    await visitor.hears('refused');
    served.server.show(frame(4));
    await visitor.hears('frame', 3);
    expect(visitor.of('frame').map(({ at }) => at)).toEqual([1, 2, 4]);
  });

  it('may be a scene: then the one before it stays', async () => {
    const served = await serve();
    const visitor = await comeIn(served);
    served.server.show(scene('A'));
    served.server.show({ ...scene('B'), things: [ring] } as unknown as SceneView);
    served.server.show(frame(1));
    await visitor.hears('frame');
    expect(visitor.of('scene')).toEqual([scene('A')]);
    expect(visitor.of('refused')).toHaveLength(1);
  });
});
