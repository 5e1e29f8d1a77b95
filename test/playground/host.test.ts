import { describe, expect, it } from 'vitest';
import { SimSession } from '../../sim/session/simSession.js';
import type { SavedFile } from '../../src/config/tuning/tunedFiles.js';
import { fromNow } from '../../src/control/clock.js';
import { PlaygroundFiles } from '../../src/playground/files.js';
import { playgroundHost } from '../../src/playground/host.js';
import type { Operation, View } from '../../src/signals/view.js';
import { until } from '../support/pty.js';
import { TEXTS } from './texts.js';

/** A session of a playground, with all that it shows and gives away. */
function playground(scene: string) {
  const views: View[] = [];
  const downloads: SavedFile[] = [];
  const host = playgroundHost(new PlaygroundFiles(TEXTS), {
    time: fromNow(),
    download: (file) => downloads.push(file),
  });
  const session = new SimSession(host, scene);
  const start = () => session.start((view) => views.push(view));
  const said = () =>
    views.flatMap((view) => (view.kind === 'frame' ? view.news : [])).map(({ words }) => words);
  const now = () => views.findLast((view) => view.kind === 'scene');
  return { host, session, start, downloads, said, now };
}

/** What the session said of saving these numbers. */
async function saved(scene: string, ...tunes: readonly Extract<Operation, { kind: 'tune' }>[]) {
  const run = playground(scene);
  run.start();
  for (const tune of tunes) run.session.operate(tune);
  run.session.operate({ kind: 'save' });
  const isDone = () => run.said().some((words) => /downloaded|not saved|refused/.test(words));
  await until(isDone, () => run.said().join('\n'));
  return run;
}

describe('a playground', () => {
  it('shows every scene, and what it is about', () => {
    const { host } = playground('seek');
    const seek = host.gallery().find(({ name }) => name === 'seek');
    expect(seek?.about).toMatch(/^Seek: full speed towards a point/);
    expect(host.gallery().length).toBeGreaterThan(40);
  });

  it('opens each of them', () => {
    const { host } = playground('seek');
    for (const { name, about } of host.gallery()) {
      expect(host.open(name)).toMatchObject({ name, about });
      expect(about, name).not.toBe('');
    }
  });

  it('gives away what was saved, and opens it like this from then on', async () => {
    const speed = { kind: 'tune', id: '0/robot.limits.speed', value: 0.4 } as const;
    const within = { kind: 'tune', id: '0/mission.seek.within', value: 0.02 } as const;
    const { downloads, said, session, now } = await saved('seek', speed, within);
    session.operate({ kind: 'open', scene: 'seek' });
    await until(
      () => now()?.tunables.find(({ id }) => id === within.id)?.value === 0.02,
      () => JSON.stringify(now()),
    );
    session.close();
    expect(said()).toContain('downloaded: robots/scout.yaml, sim/scenarios/seek.yaml');
    expect(downloads.map(({ file }) => file)).toEqual(['robots/scout.yaml', 'sim/scenarios/seek.yaml']);
    expect(downloads[0]?.text).toBe(
      TEXTS['../../robots/scout.yaml']?.replace(/speed: 0.5 m\/s\n/, 'speed: 0.4 m/s\n'),
    );
    expect(session.current.scene.scenario.robots[0]?.robot.limits.speed).toBe(0.4);
  });

  it('says why it does not save', async () => {
    const { downloads, session, said } = await saved('seek');
    session.close();
    expect(downloads).toEqual([]);
    expect(said().join()).toMatch(/nothing was tuned/);
  });
});
