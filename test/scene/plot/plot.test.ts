import { describe, expect, it } from 'vitest';
import type { Scenario } from '../../../sim/scenario/scenario.js';
import { plotRun } from '../../../sim/session/plotRun.js';
import type { RobotTrace } from '../../../src/scene/plot/trace.js';
import type { Contribution } from '../../../src/signals/signals.js';
import {
  emptyWorld,
  robotSpec,
  scenarioOf,
  seekForce,
  seekMission,
  seekScenario,
  straightTrace,
  tickAt,
  upward,
} from '../../support/plotFixtures.js';
import { attribute, borderOf, checkXml, drivenLine, tagsIn } from '../../support/svgReader.js';

describe('a picture of a run', () => {
  const svg = plotRun(seekScenario, [upward]);

  it('is one well-formed, self-contained SVG', () => {
    checkXml(svg);
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" width="\d+" height="\d+" viewBox=/);
    expect(svg).not.toMatch(/<image|<script|<style|href|@import/);
  });

  it('is the same text for the same run', () => {
    expect(plotRun(seekScenario, [upward])).toBe(svg);
  });

  it('draws y upwards and both axes to one scale', () => {
    const [start, end] = drivenLine(svg);
    const level = drivenLine(plotRun(seekScenario, [straightTrace('a', { x: 0, y: 0 }, { x: 1, y: 0 })]));
    const rise = (start?.[1] ?? 0) - (end?.[1] ?? 0);
    expect(end?.[0]).toBe(start?.[0]);
    expect(rise).toBeGreaterThan(100);
    expect(level.at(-1)?.[0]).toBeCloseTo((level[0]?.[0] ?? 0) + rise, 0);
  });

  it('draws the footprint to the scale of the line', () => {
    const [start, end] = drivenLine(svg);
    const [footprint = ''] = tagsIn(svg, 'ends', 'circle');
    expect(attribute(footprint, 'r')).toBeCloseTo(0.09 * ((start?.[1] ?? 0) - (end?.[1] ?? 0)), 1);
  });

  it('shows velocity along the way, and force in its direction in the world', () => {
    const [velocity = ''] = tagsIn(svg, 'velocities', 'line');
    const [force = ''] = tagsIn(svg, 'forces', 'line');
    for (const shaft of [velocity, force]) {
      expect(attribute(shaft, 'x2')).toBe(attribute(shaft, 'x1'));
      expect(attribute(shaft, 'y2')).toBeLessThan(attribute(shaft, 'y1'));
    }
  });

  it('draws each mark once, however often it was shown', () => {
    // The slowing radius, and the point with its ring.
    expect(tagsIn(svg, 'marks', 'circle')).toHaveLength(3);
    expect(tagsIn(svg, 'marks', 'polyline')).toHaveLength(1);
  });

  it('leaves out the window of a search, which would cover everything else', () => {
    const at = { x: 0, y: 1 };
    const window = { kind: 'circle', at, radius: 0.4, label: 'window' } as const;
    const searching = { ...seekForce, marks: [...seekForce.marks, window] };
    expect(plotRun(seekScenario, [straightTrace('a', { x: 0, y: 0 }, at, [searching])])).toBe(svg);
  });

  it('explains arrows and marks in the legend', () => {
    expect(svg).toContain('>velocity, 0.5 m/s<');
    expect(svg).toContain('>seek, 0.2 N<');
    expect(svg).toContain('>slowing radius, sight, predicted<');
    expect(svg).toContain('>target and its tolerance<');
    expect(svg).not.toContain('>wall<');
    expect(svg).not.toContain('>path<');
    expect(svg).not.toContain('>cut at');
  });

  it('cuts an arrow that would leave the page, and notes it', () => {
    const loud = { ...seekForce, force: { x: 0, y: 90 } };
    const cut = plotRun(seekScenario, [straightTrace('a', { x: 0, y: 0 }, { x: 0, y: 1 }, [loud])]);
    expect(cut).toContain('>seek, 0.5 N<');
    expect(cut).toContain('>cut at 2 times this length<');
  });

  it('has a title, and a caption with seconds and outcome', () => {
    expect(svg).toContain('>sample</text>');
    expect(svg).toContain('>2.0 s simulated</text>');
    const robots = [{ id: 'a', outcome: 'arrived' }];
    const told = plotRun(seekScenario, [upward], { simulatedSeconds: 11.24, passed: false, robots });
    expect(told).toContain('>11.2 s simulated · arrived · not passed</text>');
  });

  it('counts the outcomes of many robots', () => {
    const robots = [0, 1, 2, 3, 4].map((i) => ({ id: `r${i}`, outcome: i === 0 ? 'stopped' : 'arrived' }));
    expect(plotRun(seekScenario, [upward], { robots })).toContain('· 1 stopped · 4 arrived<');
  });
});

describe('a picture of something odd', () => {
  const numbersOnly = (svg: string) => {
    checkXml(svg);
    expect(svg).not.toMatch(/NaN|Infinity|undefined|null|e-\d/);
  };

  it('escapes every name', () => {
    const name = `<&"'>\u0000 ${'\ud800'}x`;
    const contributions = [
      { ...seekForce, behavior: name, marks: seekForce.marks.map((m) => ({ ...m, label: name })) },
    ];
    const robots = [robotSpec(name, seekMission), robotSpec('b', seekMission)];
    const mover = { id: name, waypoints: [{ x: 0, y: 0 }], speed: 1, radius: 0.1, solid: true };
    const odd: Scenario = scenarioOf(robots, { name, world: { ...emptyWorld, movers: [mover] } });
    const traces = [
      straightTrace(name, { x: 0, y: 0 }, { x: 1, y: 0 }, contributions),
      { ...upward, id: 'b' },
    ];
    const svg = plotRun(odd, traces, { robots: [{ id: name, outcome: name }] });
    numbersOnly(svg);
    expect(svg).toContain('>&lt;&amp;&quot;&#39;&gt; x</text>');
  });

  it('never prints a number that is not finite', () => {
    const bad = { x: Number.NaN, y: Number.POSITIVE_INFINITY, heading: Number.NaN };
    const contribution: Contribution = {
      behavior: 'seek',
      force: bad,
      marks: [
        { kind: 'point', at: bad, label: 'p' },
        { kind: 'circle', at: { x: 0, y: 0 }, radius: Number.NaN, label: 'c' },
        { kind: 'segment', from: bad, to: { x: 0, y: 0 }, label: 's' },
      ],
    };
    const broken: RobotTrace = {
      id: 'a',
      radius: 0.09,
      line: [{ ...bad, y: Number.NaN }, { x: 0, y: 0 }, bad, { x: 1, y: 0 }],
      moments: [
        { pose: { x: 0, y: 0, heading: 0 }, tick: tickAt(0, bad, Number.NaN, [contribution]) },
        { pose: bad, tick: tickAt(1, bad, 1, [seekForce]) },
      ],
      finalPose: bad,
    };
    const walls = [[{ x: 0, y: 0 }, bad, { x: 1, y: 1 }]];
    const svg = plotRun({ ...seekScenario, world: { ...emptyWorld, walls } }, [broken]);
    numbersOnly(svg);
    expect(drivenLine(svg)).toHaveLength(2);
  });

  it.each([
    ['no robot in an empty world', scenarioOf([]), []],
    ['a robot that never moved', seekScenario, [straightTrace('a', { x: 3, y: 3 }, { x: 3, y: 3 })]],
    ['a robot without a tick', seekScenario, [{ ...upward, line: [{ x: 0, y: 0 }], moments: [] }]],
    ['100 m of world', seekScenario, [straightTrace('a', { x: -50, y: 0 }, { x: 50, y: 90 }, [seekForce])]],
    ['a long corridor', seekScenario, [straightTrace('a', { x: 0, y: 0 }, { x: 0, y: 40 }, [seekForce])]],
  ] as const)('draws %s', (_, odd, traces) => {
    const svg = plotRun(odd, traces);
    numbersOnly(svg);
    const { width, height } = borderOf(svg);
    expect(Math.min(width, height)).toBeGreaterThan(120);
    expect(Math.max(width, height)).toBeLessThan(900);
    const bodies = tagsIn(svg, 'ends', 'circle').map((tag) => attribute(tag, 'r'));
    expect(Math.max(0, ...bodies)).toBeLessThan(width / 6);
  });

  it('draws fifty robots with a legend that stays short', () => {
    const ids = Array.from({ length: 50 }, (_, i) => `robot${i}`);
    const traces = ids.map((id, i) => straightTrace(id, { x: i, y: 0 }, { x: i, y: 5 }, [seekForce]));
    const svg = plotRun(scenarioOf(ids.map((id) => robotSpec(id, seekMission))), traces);
    numbersOnly(svg);
    expect(tagsIn(svg, 'others', 'polyline')).toHaveLength(49);
    expect(svg).toContain('>driven lines of 49 others<');
    expect(svg).not.toContain('robot7<');
  });
});
