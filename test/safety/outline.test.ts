import { describe, expect, it } from 'vitest';
import { nearestOn, outlineOf } from '../../src/safety/outline.js';
import type { Obstacle } from '../../src/signals/signals.js';

const BODY = 0.1;
const THINGS: Readonly<Record<string, Obstacle>> = {
  point: { from: { x: 1, y: 2 }, to: { x: 1, y: 2 }, radius: 0 },
  post: { from: { x: 1, y: 2 }, to: { x: 1, y: 2 }, radius: 0.2 },
  pin: { from: { x: -1, y: 0 }, to: { x: -1, y: 0 }, radius: 0.005 },
  wall: { from: { x: 0, y: 0 }, to: { x: 3, y: -4 }, radius: 0 },
  beam: { from: { x: 2, y: 1 }, to: { x: 2, y: -1 }, radius: 0.15 },
};

function fromLine({ from, to }: Obstacle, x: number, y: number): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const share = ((x - from.x) * dx + (y - from.y) * dy) / Math.max(dx * dx + dy * dy, 1e-12);
  const on = Math.min(1, Math.max(0, share));
  return Math.hypot(x - from.x - on * dx, y - from.y - on * dy);
}

describe.each(Object.entries(THINGS))('the outline of a %s', (_, thing) => {
  const places = outlineOf(thing, BODY);

  it('lies on it', () => {
    for (const { x, y } of places) expect(fromLine(thing, x, y)).toBeCloseTo(thing.radius, 6);
  });

  it('lets no body come nearer than 3 % of its radius', () => {
    for (let share = 0; share <= 1; share += 0.013)
      for (let angle = 0; angle < 2 * Math.PI; angle += 0.11) {
        const reach = thing.radius + BODY;
        const x = thing.from.x + share * (thing.to.x - thing.from.x) + reach * Math.cos(angle);
        const y = thing.from.y + share * (thing.to.y - thing.from.y) + reach * Math.sin(angle);
        const off = fromLine(thing, x, y) - thing.radius;
        if (off < BODY - 1e-9) continue;
        const nearest = Math.min(...places.map((place) => Math.hypot(place.x - x, place.y - y)));
        expect(nearest).toBeLessThanOrEqual(off + 0.0301 * BODY);
      }
  });

  it('has a nearest place: on it, and no farther off than any other', () => {
    for (let angle = 0; angle < 2 * Math.PI; angle += 0.21)
      for (const off of [0.02, 0.4, 3]) {
        const { from, to } = thing;
        const x = (from.x + to.x) / 2 + off * Math.cos(angle);
        const y = (from.y + to.y) / 2 + off * Math.sin(angle);
        const nearest = nearestOn(thing, { x, y });
        expect(fromLine(thing, nearest.x, nearest.y)).toBeCloseTo(thing.radius, 6);
        const way = Math.hypot(nearest.x - x, nearest.y - y);
        expect(way).toBeCloseTo(Math.abs(fromLine(thing, x, y) - thing.radius), 6);
      }
  });

  it('is at a place on its axis, for that place', () => {
    expect(nearestOn(thing, thing.from)).toEqual(thing.from);
  });
});

it('is made once for a thing and a body', () => {
  const post = THINGS.post as Obstacle;
  expect(outlineOf(post, BODY)).toBe(outlineOf(post, BODY));
  expect(outlineOf(post, BODY / 2).length).toBeGreaterThan(outlineOf(post, BODY).length);
});
