/** Foxglove's own client reads a run as it is recorded. */
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { foxgloveTime } from '../../../src/recording/format/timeline.js';
import { folderForTests, messagesIn, recorderOf, usualNews } from '../../recording/recorded.js';
import { faultsBy } from '../../recording/schemaCheck.js';
import { itOnce as it, itInBoth, partOf } from '../../support/effort.js';
import {
  channel,
  comeIn,
  EPOCH,
  message,
  NAMES,
  sceneWith,
  serve,
  settled,
  textOf,
  until,
} from './onTheWire.js';

const folder = folderForTests();
const news = await usualNews();

describe("Foxglove's own client", () => {
  itInBoth.each(partOf(NAMES, 1))(
    'with %s reads every channel and every message of the recording',
    async (name) => {
      const file = join(folder, `${name}.mcap`);
      const { server, port } = await serve();
      const { recorder, time } = recorderOf({
        file,
        recordedAt: Number(EPOCH / 1_000_000n),
        onMessages: (messages) => server.send(messages),
      });
      const visitor = await comeIn({ port }, { names: [name] });
      expect(visitor.socket.protocol).toBe(name);
      // Each channel has come up after these; from then on no message may be missing.
      const most = news.slice(0, news.length / 2);
      const take = async (part: typeof news) => {
        for (const [i, each] of part.entries()) {
          if (each.kind === 'frame') time.pass(0.02);
          recorder.record(each);
          // Small pieces: a real run does not come all at once either.
          if (i % 50 === 0) await settled(visitor);
        }
        await settled(visitor);
      };
      await take(most);
      const since = visitor.messages.length;
      await take(news.slice(most.length));
      recorder.close();

      const { messages, reader } = await messagesIn(file);
      const topics = [...new Set(messages.map(({ topic }) => topic))].sort();
      expect(visitor.channels.map(({ topic }) => topic).sort()).toEqual(topics);
      expect(topics.length).toBeGreaterThan(10);
      for (const topic of topics) {
        const recorded = messages.filter((each) => each.topic === topic);
        const heard = visitor.on(topic).map((each) => ({ topic, at: each.timestamp, text: textOf(each) }));
        expect(heard.length).toBeGreaterThan(0);
        // From the first that it heard on, all of them.
        expect(heard).toEqual(recorded.slice(-heard.length));
      }
      expect(visitor.messages.length - since).toBeGreaterThan(news.length / 2);

      for (const { schemaName, schema, schemaEncoding, encoding, topic } of visitor.channels) {
        const recorded = [...reader.schemasById.values()].find(({ name: known }) => known === schemaName);
        expect(Buffer.from(recorded?.data ?? []).toString()).toBe(schema);
        expect([encoding, schemaEncoding]).toEqual(['json', 'jsonschema']);
        const faults = visitor
          .on(topic)
          .flatMap((each) => faultsBy(JSON.parse(schema), JSON.parse(textOf(each)), true));
        expect([...new Set(faults)]).toEqual([]);
      }
      expect(visitor.errors).toEqual([]);
    },
  );

  it('is told the time of a simulation or recording, and that of its messages is never ahead of it', async () => {
    const { server, port } = await serve();
    const visitor = await comeIn({ port });
    const a = channel('/a');
    server.send([message(a, 1)]);
    await settled(visitor);
    for (const time of [1.5, 1.5, 2]) server.send([message(a, time)]);
    await settled(visitor);
    expect(visitor.info?.capabilities).toContain('time');
    expect(visitor.times).toEqual([1, 1.5, 2].map((time) => EPOCH + BigInt(time * 1e9)));
    expect(visitor.messages.map(({ timestamp }) => timestamp)).toEqual(
      [1, 1.5, 1.5, 2].map((time) => EPOCH + BigInt(time * 1e9)),
    );
    expect(foxgloveTime(EPOCH, 1.5)).toEqual({ sec: 1_700_000_001, nsec: 500_000_000 });
    const late = await comeIn({ port });
    await settled(late);
    expect(late.times).toEqual([EPOCH + 2_000_000_000n]);
  });

  it('keeps its own time with a real robot', async () => {
    const { server, port } = await serve({ isTimed: false });
    const visitor = await comeIn({ port });
    server.send([message(channel('/a'), 1)]);
    await until(() => visitor.messages.length === 1, 'a message');
    expect(visitor.info?.capabilities).toEqual(['parameters', 'parametersSubscribe']);
    expect(visitor.times).toEqual([]);
  });

  it('that comes late gets the newest message of each channel, and none of another scene', async () => {
    const { server, port } = await serve();
    const [a, b] = [channel('/a'), channel('/b')];
    server.send([message(b, 1)]);
    server.showScene(sceneWith());
    server.send([message(a, 1), message(a, 2)]);
    server.showScene(sceneWith());
    const late = await comeIn({ port });
    await until(() => late.messages.length === 2, 'the newest');
    expect(late.messages.map(textOf).sort()).toEqual(['{"at":1}', '{"at":2}']);
    server.showScene({ ...sceneWith(), name: 'another' });
    server.send([message(b, 3)]);
    const later = await comeIn({ port });
    await settled(later);
    expect(later.messages.map(textOf)).toEqual(['{"at":3}']);
  });

  it('gets nothing that it has not subscribed to, and nothing any more after it has unsubscribed', async () => {
    const { server, port } = await serve();
    const [a, b] = [channel('/a'), channel('/b')];
    server.send([message(a, 1), message(b, 1)]);
    const visitor = await comeIn({ port }, { takes: false });
    const known = visitor.channels.find(({ topic }) => topic === '/b');
    const id = visitor.subscribe(known?.id ?? 0);
    await settled(visitor);
    server.send([message(a, 2), message(b, 2)]);
    await settled(visitor);
    expect(visitor.messages.map(({ topic, data }) => [topic, textOf({ data })])).toEqual([
      ['/b', '{"at":1}'],
      ['/b', '{"at":2}'],
    ]);
    visitor.client.unsubscribe(id);
    await settled(visitor);
    server.send([message(b, 3)]);
    await settled(visitor);
    expect(visitor.messages).toHaveLength(2);
  });

  it('can tell a new server from the one before', async () => {
    const [one, other] = [await comeIn(await serve()), await comeIn(await serve())];
    expect(one.info?.sessionId).not.toBe(other.info?.sessionId);
  });
});
