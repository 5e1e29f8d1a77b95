import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type LabelKind,
  LabelPlacer,
  type LabelRequest,
  leaderLineOf,
  overlap,
  shownLabels,
} from '../../../src/dashboard/page/map/drawing/labels.js';

const wish = (key: string, x: number, y: number, more: Partial<LabelRequest> = {}): LabelRequest => ({
  key,
  text: key,
  color: 'black',
  anchor: { x, y },
  towards: 0,
  gap: 4,
  width: 40,
  ...more,
});

describe('labels', () => {
  it('stand where they wish while there is room', () => {
    const [placed] = new LabelPlacer().place([wish('seek', 100, 100)], [], 400, 300);
    expect(placed).toMatchObject({ left: 104, top: 93, width: 40, height: 14 });
  });

  it('never overlap each other nor what is taken, and stay on the map', () => {
    const place = fc.record({
      x: fc.integer({ min: 0, max: 300 }),
      y: fc.integer({ min: 0, max: 200 }),
      towards: fc.integer({ min: -3, max: 3 }),
    });
    const taken = [{ left: 0, top: 0, width: 80, height: 60 }];
    fc.assert(
      fc.property(fc.array(place, { maxLength: 25 }), (places) => {
        const wishes = places.map(({ x, y, towards }, i) => wish(`${i}`, x, y, { towards }));
        const placed = new LabelPlacer().place(wishes, taken, 300, 200);
        const boxes = [...taken, ...placed];
        boxes.forEach((a, i) => {
          expect(boxes.slice(i + 1).some((b) => overlap(a, b))).toBe(false);
          expect(a.left >= 0 && a.top >= 0 && a.left + a.width <= 300 && a.top + a.height <= 200).toBe(true);
        });
      }),
    );
  });

  it('of two at one place both find room, the first one where it wishes', () => {
    const placed = new LabelPlacer().place([wish('a', 100, 100), wish('b', 100, 100)], [], 400, 300);
    expect(placed.map((label) => label.request.key)).toEqual(['a', 'b']);
    expect(placed[0]?.left).toBe(104);
  });

  it('stay on the side that they were on before', () => {
    const placer = new LabelPlacer();
    const crowded = [{ left: 104, top: 0, width: 300, height: 300 }];
    const [aside] = placer.place([wish('a', 100, 100)], crowded, 400, 300);
    const [after] = placer.place([wish('a', 100, 100)], [], 400, 300);
    // On the right, where it would be, there is no room at first.
    expect(aside?.left).toBeLessThan(100);
    expect(after?.left).toBe(aside?.left);
  });

  it('are left out where there is no room at all', () => {
    const everywhere = [{ left: 0, top: 0, width: 400, height: 300 }];
    expect(new LabelPlacer().place([wish('a', 100, 100)], everywhere, 400, 300)).toEqual([]);
  });

  it('are two arrows and two marks at most, beside all names', () => {
    const many = ['arrow', 'mark', 'name'].flatMap((kind) =>
      [1, 2, 3].map((i) => wish(`${kind} ${i}`, 0, 0, { kind: kind as LabelKind })),
    );
    const keys = shownLabels(many).map(({ key }) => key);
    expect(keys).toEqual(['arrow 1', 'arrow 2', 'mark 1', 'mark 2', 'name 1', 'name 2', 'name 3']);
  });

  it('have a leader line from their point where they had to move away', () => {
    const near = new LabelPlacer().place([wish('a', 100, 100)], [], 400, 300);
    expect(near.map(leaderLineOf)).toEqual([undefined]);
    const around = [{ left: 70, top: 80, width: 60, height: 40 }];
    const [moved] = new LabelPlacer().place([wish('a', 100, 100)], around, 400, 300);
    if (!moved) throw new Error('it finds no room');
    const [from, to] = leaderLineOf(moved) ?? [];
    expect(from).toEqual({ x: 100, y: 100 });
    expect(to?.x).toBe(moved.left);
    expect(moved.left).toBeGreaterThan(116);
  });
});
