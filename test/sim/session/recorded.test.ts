import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { resimulate } from '../../../src/cli/replay/resimulate.js';
import { openRecording } from '../../../src/recording/reading/openRecording.js';
import type { FrameView, Operation, View } from '../../../src/signals/view.js';
import { folderForTests, recorderOf } from '../../recording/recorded.js';
import { opened, STILL, STRAIGHT } from './opened.js';

const folder = folderForTests();

/** A stepped session, recorded to a file: its frames, and the re-run. */
function recorded(name: string, play: (one: ReturnType<typeof opened>) => void, text = STRAIGHT) {
  const file = join(folder, `${name}.mcap`);
  const { recorder } = recorderOf({ file });
  const frames: FrameView[] = [];
  const take = recorder.record.bind(recorder);
  const show = (view: View) => {
    take(view);
    if (view.kind === 'frame') frames.push(view);
  };
  const one = opened(text, { paused: true }, { record: take, show });
  play(one);
  one.session.close();
  recorder.close();
  const recording = openRecording(file);
  try {
    return { frames, again: resimulate(recording) };
  } finally {
    recording.close();
  }
}

const say = (one: ReturnType<typeof opened>, ...kinds: ('step' | 'stop' | 'arm')[]) => {
  for (const kind of kinds) one.say({ kind } as Operation);
};

describe('a recording of a session that is stopped between two ticks', () => {
  it('re-runs to the same, also if no frame showed the tick before the STOP', () => {
    const { frames, again } = recorded('stopped', (session) => {
      for (let n = 0; n < 5; n++) {
        say(session, 'step', 'step', 'stop');
        session.pass(0.05);
        say(session, 'arm', 'step');
        session.pass(0.05);
        say(session, 'stop');
        session.pass(0.05);
        say(session, 'step', 'arm', 'step', 'step');
        session.pass(0.05);
      }
    });
    expect(again).toMatchObject({ identical: true, difference: null });
    expect(again.robots[0]?.ticks).toBeGreaterThan(15);
    expect(frames.some(({ robots }) => robots[0]?.tick?.safety === 'stopped')).toBe(true);
  });

  it('shows at once that it is stopped', () => {
    const { frames } = recorded('shown', (session) => {
      for (let n = 0; n < 20; n++) say(session, 'step');
      say(session, 'stop');
      session.pass(0.04);
    });
    const ticks = frames.flatMap(({ robots }) => robots[0]?.tick ?? []);
    expect(ticks.slice(-2).map(({ safety }) => safety)).toEqual(['driving', 'stopped']);
    expect(ticks.at(-1)).toMatchObject({ at: ticks.at(-2)?.at, duties: STILL, granted: STILL });
    expect(ticks.at(-2)?.duties).not.toEqual(STILL);
  });
});

/**
 * Two targets, every sensor kind that may fail, and a robot whose own clock, targets, readings and behavior fail.
 */
const STRUCK = `
duration: 4 s
world: { movers: [{ id: ball, waypoints: [[1, 1], [3, 1]], speed: 0.2 m/s }], walls: [[[4, -2], [4, 2]]] }
faults:
  - { at: 0.2 s, for: 0.3 s, fault: encoderSilent, side: left }
  - { at: 0.3 s, for: 0.3 s, fault: rangeBlind }
  - { at: 0.4 s, for: 0.2 s, fault: targetLost }
  - { at: 0.7 s, for: 0.2 s, fault: targetJump, by: 0.3 m }
  - { at: 1 s, fault: FAULT }
robots: [{ id: a, robot: scout, mission: { pursue: { target: { mover: ball } } } }]
`;

describe('a recording of a robot with an injected fault', () => {
  it.each(['behaviorThrows', 'clockJump', 'encoderStuck'])(
    'with %s is the same when it is made again, and tells of it',
    (fault) => {
      const { frames, again } = recorded(
        `struck-${fault}`,
        (session) => {
          for (let n = 0; n < 100; n++) {
            say(session, 'step');
            session.pass(0.05);
          }
        },
        STRUCK.replace('FAULT', fault),
      );
      expect(again).toMatchObject({ identical: true, difference: null });
      expect(again.robots[0]?.ticks).toBeGreaterThan(70);
      const words = frames.flatMap(({ news }) => news.map((news) => news.words));
      expect(words).toContain('a: injected fault: encoderSilent (left)');
      expect(words).toContain(`a: injected fault: ${fault}`);
    },
  );
});
