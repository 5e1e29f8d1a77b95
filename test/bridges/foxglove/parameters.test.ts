import { describe, expect, it } from 'vitest';
import { Parameters } from '../../../src/bridges/foxglove/parameters.js';
import { comeIn, sceneWith, serve, settled, TOKENS, tunable, until } from './onTheWire.js';

const SPEED = 'robot.limits.speed';
const FORCE = 'robot.limits.force';
const scene = (speed: number) => sceneWith(tunable(SPEED, speed), tunable(FORCE, 0.4));
const float = (name: string, value: number) => ({ name, value, type: 'float64' });

describe('parameters', () => {
  it('are the tunable numbers of the run, read without a token', async () => {
    const { server, port } = await serve();
    server.showScene(scene(0.5));
    const visitor = await comeIn({ port });
    visitor.client.getParameters([], 'all');
    visitor.client.getParameters([FORCE, 'none'], 'one');
    await until(() => visitor.values.length === 2, 'both answers');
    expect(visitor.values).toMatchObject([
      { id: 'all', parameters: [float(SPEED, 0.5), float(FORCE, 0.4)] },
      { id: 'one', parameters: [float(FORCE, 0.4)] },
    ]);
  });

  it.each([
    ['without a token', {}],
    ['with the token that allows to watch', { token: TOKENS.view }],
  ])('%s are not set, and what they are is told', async (_, manner) => {
    const { server, port, wanted } = await serve();
    server.showScene(scene(0.5));
    const visitor = await comeIn({ port }, manner);
    visitor.client.setParameters([{ name: SPEED, value: 0.3 }], 'set');
    await until(() => visitor.values.length === 1, 'an answer');
    expect(visitor.told).toMatch(/only with the token; connect to the address that ends with \?token=/);
    expect(visitor.values[0]).toMatchObject({ id: 'set', parameters: [float(SPEED, 0.5)] });
    expect(wanted).toEqual([]);
  });

  it('are set with the token, and the answer comes when the run has taken the value', async () => {
    const { server, port, wanted } = await serve();
    server.showScene(scene(0.5));
    const visitor = await comeIn({ port }, { token: TOKENS.drive });
    visitor.client.setParameters([{ name: SPEED, value: 0.3 }], 'set');
    await until(() => wanted.length === 1, 'it is wanted');
    expect([wanted, visitor.values]).toEqual([[[SPEED, 0.3]], []]);
    server.showScene(scene(0.3));
    await until(() => visitor.values.length === 1, 'an answer');
    expect(visitor.values[0]).toMatchObject({ id: 'set', parameters: [float(SPEED, 0.3)] });
    expect(visitor.statuses).toEqual([]);
  });

  it('that the run refuses keep their value: the reason is told, and after half a second the value', async () => {
    const { server, port } = await serve({ refusal: 'another operator is driving by hand' });
    server.showScene(scene(0.5));
    const visitor = await comeIn({ port }, { token: TOKENS.drive });
    visitor.client.setParameters([{ name: SPEED, value: 0.3 }], 'set');
    await until(() => visitor.values.length === 1, 'an answer');
    expect(visitor.told).toBe(`${SPEED}: another operator is driving by hand`);
    expect(visitor.values[0]).toMatchObject({ id: 'set', parameters: [float(SPEED, 0.5)] });
  });

  it.each([
    ['that there are not', 'none', 1, /^none: there is no such parameter/],
    ['to a text', SPEED, '1', /it takes a number/],
    ['to a list', SPEED, [1], /it takes a number/],
    ['to nothing', SPEED, undefined, /it takes a number/],
    ['to more than its greatest value', SPEED, 1e9, /it takes [\d.]+ to [\d.]+/],
    ['to less than its least value', SPEED, -1, /it takes [\d.]+ to [\d.]+/],
  ])('%s are not set', async (_, name, value, words) => {
    const { server, port, wanted } = await serve();
    server.showScene(scene(0.5));
    const visitor = await comeIn({ port }, { token: TOKENS.drive });
    visitor.client.setParameters([{ name, value } as never], 'set');
    await until(() => visitor.statuses.length === 1, 'a refusal');
    expect(visitor.told).toMatch(words);
    expect(wanted).toEqual([]);
  });

  it('that the run leaves as they are, as a replay does, are told with a reason', async () => {
    const { server, port, wanted } = await serve();
    server.showScene(scene(0.5));
    const visitor = await comeIn({ port }, { token: TOKENS.drive });
    visitor.client.setParameters([{ name: SPEED, value: 0.3 }], 'set');
    await until(() => visitor.values.length === 1, 'an answer');
    expect(wanted).toEqual([[SPEED, 0.3]]);
    expect(visitor.told).toBe(`${SPEED}: the run did not take the value; a replay takes none`);
  });

  it('are set forty times a second at most', async () => {
    const { server, port, wanted } = await serve();
    server.showScene(scene(0.5));
    const visitor = await comeIn({ port }, { token: TOKENS.drive });
    visitor.client.setParameters(Array.from({ length: 400 }, () => ({ name: SPEED, value: 0.3 })));
    await settled(visitor);
    expect(wanted.length).toBeGreaterThanOrEqual(40);
    expect(wanted.length).toBeLessThan(60);
    expect(visitor.told).toMatch(/too many values at once/);
  });

  it('that a client watches are told when they change, from wherever; others are not', async () => {
    const { server, port } = await serve();
    server.showScene(scene(0.5));
    const [one, all, none] = [await comeIn({ port }), await comeIn({ port }), await comeIn({ port })];
    one.client.subscribeParameterUpdates([FORCE]);
    all.client.subscribeParameterUpdates([]);
    for (const visitor of [one, all, none]) await settled(visitor);
    server.showScene(scene(0.3));
    server.showScene(sceneWith(tunable(SPEED, 0.3), tunable(FORCE, 0.2)));
    for (const visitor of [one, all, none]) await settled(visitor);
    const told = ({ values }: typeof one) =>
      values.filter(({ id }) => id === undefined).map(({ parameters }) => parameters);
    expect(told(all)).toEqual([[float(SPEED, 0.3)], [float(FORCE, 0.2)]]);
    expect(told(one)).toEqual([[float(FORCE, 0.2)]]);
    expect(told(none)).toEqual([]);
    all.client.unsubscribeParameterUpdates([]);
    await settled(all);
    server.showScene(scene(0.1));
    await settled(all);
    expect(told(all)).toHaveLength(2);
  });

  it('that are gone with another mission have no value any more', () => {
    const parameters = new Parameters();
    parameters.update([tunable('a', 1), tunable('b', 2)]);
    expect(parameters.update([tunable('b', 2)])).toEqual([{ name: 'a' }]);
    expect(parameters.update([tunable('b', 2)])).toEqual([]);
    expect(parameters.of([])).toEqual([float('b', 2)]);
  });
});
