/** Why a robot does what it does at an instant, of the missions of every scene and of ticks made by hand. */
import { describe, expect, it } from 'vitest';
import { loadGallery, loadScene } from '../../sim/scenario/loadScenario.js';
import { SimSession } from '../../sim/session/simSession.js';
import { missionSchema } from '../../src/config/mission/missionSchema.js';
import { type MomentView, momentOf } from '../../src/scene/moment.js';
import { leavesOf } from '../../src/signals/missionTree.js';
import type { FrameView, RobotFrame, RobotView, SceneView, View } from '../../src/signals/view.js';
import { frameOf, sceneOf, tickOf } from '../dashboard/page/views.js';
import { FakeTime } from '../drivers/fakeTime.js';
import { itInBoth, partOf } from '../support/effort.js';

const gallery = loadGallery();

describe('every scene of the gallery, at some of its instants', () => {
  itInBoth.each(partOf(gallery, Math.ceil(gallery.length / 10)))(
    '$name: each force and each behavior is told once',
    ({ name }) => {
      const time = new FakeTime();
      let scene: SceneView | undefined;
      let frame: FrameView | undefined;
      const session = new SimSession({ open: (one) => loadScene(one), gallery: () => gallery, time }, name);
      session.start((view: View) => {
        if (view.kind === 'scene') scene = view;
        else frame = view;
      });
      let told = 0;
      for (let i = 0; i < 8; i++) {
        time.pass(0.5);
        for (const view of scene?.robots ?? []) {
          const robot = frame?.robots.find(({ id }) => id === view.id);
          const moment = robot && momentOf(view, robot);
          if (!moment || robot.tick?.mode === 'manual') continue;
          told += 1;
          const forces = moment.asked.filter(({ silent }) => silent === undefined);
          const contributions = robot.tick?.contributions ?? [];
          // In the mission's order, and none left over: the names end alike, since a part is told with its whole.
          expect(forces.map(({ behavior }) => behavior.replace(/^.*: /, ''))).toEqual(
            contributions.map(({ behavior }) => behavior),
          );
          const leaves = leavesOf(view.mission).map(({ behavior }) => behavior);
          const named = moment.asked.map(({ behavior }) => behavior.replace(/: .*$/, ''));
          expect(named.filter((one, i) => one !== named[i - 1] || leaves[i] === one).sort()).toEqual(
            [...leaves].sort(),
          );
        }
      }
      session.close();
      expect(told).toBeGreaterThan(0);
    },
  );
});

const LIMITS = { speed: 0.5, force: 0.5 };

function moment(spec: unknown, forces: readonly [string, number, number][], more: object = {}): MomentView {
  const contributions = forces.map(([behavior, x, y]) => ({ behavior, force: { x, y }, marks: [] }));
  const view: RobotView = {
    ...(sceneOf('a').robots[0] as RobotView),
    limits: LIMITS,
    mission: missionSchema().parse(spec),
  };
  const robot = frameOf({ a: { ...tickOf({ at: 1 }), contributions, ...more } }).robots[0] as RobotFrame;
  const found = momentOf(view, robot);
  if (!found) throw new Error('no moment');
  return found;
}

const AVOID_AND_ARRIVE = { prioritize: [{ avoidObstacles: {} }, { arrive: { target: [1, 0] } }] };

describe('a moment', () => {
  it('tells why one was not heard: another goes first, or it asks for nothing', () => {
    expect(moment(AVOID_AND_ARRIVE, [['avoidObstacles', 0, 0.3]]).asked).toEqual([
      { behavior: 'avoidObstacles', force: 0.3, towards: 'to the left' },
      { behavior: 'arrive', silent: 'avoidObstacles goes first' },
    ]);
    expect(moment(AVOID_AND_ARRIVE, [['arrive', -0.2, 0]]).asked).toEqual([
      { behavior: 'avoidObstacles', silent: 'it asks for nothing' },
      { behavior: 'arrive', force: 0.2, towards: 'back' },
    ]);
  });

  it('tells where a force pushes, seen from the robot', () => {
    const towards = [0, 1, 2, 3, 4, 5, 6, 7].map((eighth) => {
      const angle = (eighth * Math.PI) / 4;
      return moment({ arrive: { target: [1, 0] } }, [['arrive', Math.cos(angle), Math.sin(angle)]]).asked[0]
        ?.towards;
    });
    expect(towards).toEqual([
      'ahead',
      'ahead and to the left',
      'to the left',
      'back and to the left',
      'back',
      'back and to the right',
      'to the right',
      'ahead and to the right',
    ]);
  });

  it('tells that a budget was used up, and that a weight is 0', () => {
    const seeks = { seek: { target: [1, 0] } };
    expect(moment({ budget: [seeks, { wander: {} }] }, [['seek', 0.5, 0]]).asked[1]).toEqual({
      behavior: 'wander',
      silent: 'those before it use the whole force',
    });
    expect(moment({ budget: [seeks, { wander: {} }] }, [['seek', 0.2, 0]]).asked[1]).toEqual({
      behavior: 'wander',
      silent: 'it asks for nothing',
    });
  });

  it('tells weights, and what several add up to', () => {
    const blended = { blend: [{ arrive: { target: [1, 0] } }, { weight: 4, wander: {} }] };
    const { asked, together } = moment(blended, [
      ['arrive', 0.2, 0],
      ['wander', -0.2, 0.3],
    ]);
    expect(asked).toEqual([
      { behavior: 'arrive', force: 0.2, towards: 'ahead' },
      { behavior: 'wander', force: expect.closeTo(0.3606, 4), weight: 4, towards: 'back and to the left' },
    ]);
    expect(together).toEqual({ force: 0.3, towards: 'to the left' });
    expect(moment({ arrive: { target: [1, 0] } }, [['arrive', 0.2, 0]]).together).toBeUndefined();
  });

  it('leaves out the direction of a force below 5 mN', () => {
    expect(moment({ arrive: { target: [1, 0] } }, [['arrive', 0.004, 0]]).asked).toEqual([
      { behavior: 'arrive', force: 0.004 },
    ]);
  });

  it('tells what cut it: the force limit, a guard, the motors, a fault', () => {
    const { cut } = moment({ arrive: { target: [1, 0] } }, [['arrive', 1.3, 0]], {
      steered: {
        force: { x: 0.5, y: 0 },
        reference: { x: 0.4, y: 0 },
        mean: { x: 0.4, y: 0 },
        desiredVelocity: { x: 0.5, y: 0 },
      },
      wanted: { linear: 0.1, angular: 0 },
      granted: { left: 0.1, right: 0.05 },
      duties: { left: 1, right: 0.4 },
      hold: 'something is 0.1 m ahead',
      lostPeriods: 2,
      faults: [{ at: 1, kind: 'wheelStands', what: 'the left wheel stands' }],
    });
    expect(cut).toEqual([
      'The forces add up to 1.30 N: cut to the limit of 0.50 N.',
      'A guard leaves 0.10 of 0.40 m/s: something is 0.1 m ahead.',
      'Of the wanted 0.10 m/s (right wheel) it may drive 0.05 m/s in this tick: its acceleration, its top speed or STOP.',
      'The left motor has full power.',
      '2 control periods were lost before it.',
      'Fault: the left wheel stands.',
    ]);
  });

  it('tells why it stands, and that it is driven by hand', () => {
    const stopped = moment({ arrive: { target: [1, 0] } }, [], {
      safety: 'stopped',
      cause: { kind: 'operator', what: 'STOP was pressed' },
    });
    expect(stopped.does.at(-1)).toBe('It may not drive (stopped): STOP was pressed.');
    const byHand = moment({ arrive: { target: [1, 0] } }, [], { mode: 'manual' });
    expect(byHand.does.at(-1)).toBe('An operator drives it by hand.');
    expect(byHand.asked).toEqual([]);
  });
});
