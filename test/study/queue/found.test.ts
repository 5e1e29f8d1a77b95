import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { codeVersion } from '../../../src/study/queue/version.js';
import { folderWith, spawned, steerbot } from '../../cli/steerbot.js';
import { itThorough as it } from '../../support/effort.js';
import { RedisServer, withoutRedis } from '../../support/redisServer.js';
import { calling, OWN, SHORT, storeAt, submitted, withSteerbot } from './studies.js';
import { kill, said, start, startWorker } from './workers.js';

const table = (cwd: string, name: string): string => readFileSync(join(cwd, name), 'utf8');

describe.skipIf(withoutRedis)('a study whose sender went away', () => {
  it('is found again, shown and fetched with the bytes of the pool; its files may be gone by then', async () => {
    const { url } = await RedisServer.start();
    const cwd = folderWith({ 'short.yaml': SHORT });
    const study = ['sim', 'short.yaml', '--seeds', '3..40,1'];
    await steerbot([...study, '--csv', 'pool.csv'], { cwd });
    const sender = start([...study, '--queue', url], { cwd });
    const [, id = ''] = await said(sender, /study ([0-9a-f]{8}): 39 seeds in \d+ batches/);
    await kill(sender);
    writeFileSync(join(cwd, 'short.yaml'), 'edited meanwhile');
    const list = await steerbot(['study', 'list', '--queue', url]);
    expect(list.stdout).toMatch(new RegExp(`^${id} .* 0 % +3\\.\\.40,1 +short\\.yaml$`, 'm'));
    const waiting = await steerbot(['study', 'show', id, '--queue', url]);
    expect(waiting.stdout).toMatch(/0 of \d+ batches are done \(0 %\)\n {2}no worker is there/);
    await startWorker(url);
    const fetched = await steerbot(['study', 'fetch', id, '--queue', url, '--csv', 'queue.csv'], { cwd });
    expect(fetched.code).toBe(1);
    expect(table(cwd, 'queue.csv')).toBe(table(cwd, 'pool.csv'));
    const done = await steerbot(['study', 'show', id, '--queue', url]);
    expect(done.stdout).toMatch(/\(100 %\)\n {2}worker on .*: 1 threads, Steerbot /);
  });

  it('that leaves by Ctrl-C hears what the runs so far come to', async () => {
    const { url } = await RedisServer.start();
    const cwd = folderWith({ 'short.yaml': SHORT });
    await startWorker(url);
    const sender = start(['sim', 'short.yaml', '--seeds', '1..100000', '--csv', 'a.csv', '--queue', url], {
      cwd,
    });
    await expect.poll(() => existsSync(join(cwd, 'a.csv')) && table(cwd, 'a.csv').length > 1000).toBe(true);
    sender.child.kill('SIGINT');
    const { code, stderr } = await sender.ended;
    expect(code).toBe(130);
    expect(stderr).toMatch(/interrupted after \d+ of 100000 seeds; their result:/);
  });

  it('is cancelled: its results are gone, and its jobs too', async () => {
    const { url } = await RedisServer.start();
    const store = await storeAt(url);
    const { id } = await submitted(store);
    expect((await steerbot(['study', 'cancel', id, '--queue', url])).stdout).toBe(
      `study ${id} is cancelled\n`,
    );
    const { code, stderr } = await steerbot(['study', 'fetch', id, '--queue', url]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(`there is no study ${id}`) });
    const left = await store.redis.keys('*');
    expect(left.filter((key) => key.includes(id))).toEqual([]);
  });
});

describe.skipIf(withoutRedis)('a sender of another version than the workers', () => {
  it('is refused with both versions; so is fetching what another version sent', async () => {
    const { url } = await RedisServer.start();
    const store = await storeAt(url);
    const card = { host: 'lab', version: '9.9.9-12345678', threads: 2, allowsCode: false };
    await store.announce('one', card);
    const cwd = folderWith({ 'short.yaml': SHORT });
    const sent = await steerbot(['sim', 'short.yaml', '--seeds', '1..4', '--queue', url], { cwd });
    expect({ code: sent.code, stdout: sent.stdout }).toEqual({ code: 2, stdout: '' });
    expect(sent.stderr).toContain(`run Steerbot 9.9.9-12345678, and this is ${codeVersion()}`);
    await store.leave('one');
    const { manifest } = await submitted(store);
    const id = await store.create({ ...manifest, version: '9.9.9-12345678' }, []);
    const fetched = await steerbot(['study', 'fetch', id, '--queue', url]);
    expect(fetched.stderr).toContain(`is of Steerbot 9.9.9-12345678, and this is ${codeVersion()}`);
    const worker = start(['worker', '--queue', url]);
    await said(
      worker,
      new RegExp(`study ${id} is of Steerbot 9.9.9-12345678, and this worker is ${codeVersion()}`),
    );
  });
});

describe.skipIf(withoutRedis)('own behaviors of a study', () => {
  it('travel with it, and find this steerbot; a worker without leave lets them wait', async () => {
    const { url } = await RedisServer.start();
    const cwd = withSteerbot(folderWith({ 'idles.yaml': calling('idles'), 'own/mine.mjs': OWN }));
    await startWorker(url);
    const study = ['sim', 'idles.yaml', '--seeds', '1..6', '--behaviors', 'own/mine.mjs'];
    const sender = start([...study, '--csv', 'queue.csv', '--queue', url], { cwd });
    await said(sender, /no worker .* that runs own behaviors listens .* --allow-code/);
    await startWorker(url, ['--allow-code']);
    const byQueue = await sender.ended;
    expect(byQueue.code).toBe(0);
    const inPool = await steerbot([...study, '--csv', 'pool.csv'], { cwd });
    // But for the time that it took.
    const withoutFirst = ({ stdout }: { readonly stdout: string }) => stdout.split('\n').slice(1);
    expect(withoutFirst(byQueue)).toEqual(withoutFirst(inPool));
    expect(byQueue.stdout).toContain('--behaviors own/mine.mjs');
    expect(table(cwd, 'queue.csv')).toBe(table(cwd, 'pool.csv'));
  });

  it('that import other files of their folder are refused: they travel as one file', async () => {
    const { url } = await RedisServer.start();
    const own = `export { idles } from './other.mjs';\n`;
    const cwd = folderWith({
      'idles.yaml': calling('idles'),
      'own.mjs': own,
      'other.mjs': OWN.replace(/^import.*$/m, '').replace(/^if.*$/m, ''),
    });
    const args = ['sim', 'idles.yaml', '--seeds', '1..6', '--behaviors', 'own.mjs', '--queue', url];
    const { code, stderr } = await steerbot(args, { cwd });
    expect(code).toBe(2);
    expect(stderr).toMatch(/own behaviors travel to workers as one file/);
  });
});

describe.skipIf(withoutRedis)('a server', () => {
  const PASSWORD = 'correct-horse-battery';

  it.each([false, true])(
    'with a password is used, with TLS: %s; no output, job or key holds the password',
    async (tls) => {
      const redis = await RedisServer.start({ password: PASSWORD, tls });
      const scheme = tls ? 'rediss' : 'redis';
      const inAddress = `${scheme}://:${PASSWORD}@127.0.0.1:${redis.port}`;
      const plain = `${scheme}://127.0.0.1:${redis.port}`;
      const env = { ...(tls && { NODE_EXTRA_CA_CERTS: redis.authority }), STEERBOT_QUEUE_PASSWORD: PASSWORD };
      const worker = await startWorker(inAddress, [], { env: { ...env, STEERBOT_QUEUE_PASSWORD: '' } });
      const cwd = folderWith({ 'short.yaml': SHORT });
      const study = ['sim', 'short.yaml', '--seeds', '1..6', '--json'];
      const ran = await spawned([...study, '--queue', plain], { cwd, env });
      expect(ran.code).toBe(1);
      expect(JSON.parse(ran.stdout).scenarios[0].runs).toBe(6);
      worker.child.kill('SIGTERM');
      const ended = await worker.ended;
      const wrong = await spawned([...study, '--queue', plain.replace('//', '//:wrong@')], {
        cwd,
        env: { ...env, STEERBOT_QUEUE_PASSWORD: '' },
      });
      expect(wrong.code).toBe(2);
      expect(wrong.stderr).toMatch(/the server wants another password; set STEERBOT_QUEUE_PASSWORD/);
      for (const { stdout, stderr } of [ran, ended, wrong]) expect(stdout + stderr).not.toContain(PASSWORD);
      expect(wrong.stderr).not.toContain('wrong@');
      const log = join(redis.folder, 'appendonlydir');
      const kept = readdirSync(log)
        .map((name) => readFileSync(join(log, name), 'latin1'))
        .join('\n');
      expect(kept).toContain('short.yaml');
      expect(kept).not.toContain(PASSWORD);
    },
  );

  it('is refused by name where it has no database of this number', async () => {
    const { url } = await RedisServer.start();
    const { code, stderr } = await steerbot(['study', 'list', '--queue', `${url}/99`]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(/DB index is out of range/) });
    expect((await steerbot(['study', 'list', '--queue', `${url}/3`])).stdout).toBe('no studies\n');
  });

  it('with TLS whose certificate nobody vouches for is refused', async () => {
    const redis = await RedisServer.start({ tls: true });
    const { code, stderr } = await steerbot(['study', 'list', '--queue', `rediss://127.0.0.1:${redis.port}`]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(/NODE_EXTRA_CA_CERTS/) });
  });
});

describe('an address of a queue', () => {
  it.each([
    ['localhost', /an address such as redis:\/\/HOST:6379 is wanted/],
    ['http://127.0.0.1', /an address such as redis/],
    ['redis://127.0.0.1/x', /'\/x' is not a number/],
    ['redis://:100%zz@127.0.0.1', /a % in its name or password is written as %25/],
    ['redis://127.0.0.1:1', /nothing answers there; start Redis or Valkey/],
  ])('%s is refused', async (address, words) => {
    const { code, stderr } = await steerbot(['study', 'list', '--queue', address]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(words) });
  });
});
