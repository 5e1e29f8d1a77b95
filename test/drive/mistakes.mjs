/**
 * Mistakes that programs make, in plain JavaScript: each with the words of its error. As a program it prints what each of them
 * is told, and at which of its own lines.
 */
import { lastValueFrom, map, merge, of, throwError, VirtualTimeScheduler } from 'rxjs';
import * as steerbot from 'steerbot';
import { controlLoop, prepareModel, startLoop } from 'steerbot/control';
import { study } from 'steerbot/lab';
import { virtualDrive } from 'steerbot/testing';

const { arrive, avoidObstacles, blend, budget, buildMission, cm, connect, defineBehavior, deg, dither } =
  steerbot;
const { drive, fallback, flee, followPath, loadPath, loadRobot, loadScenario, parallel, prioritize } =
  steerbot;
const { repeat, retry, scenario, seek, sequence, servePage, simulate, simulatedRobot, timeout, wait } =
  steerbot;
const { wander } = steerbot;

const there = arrive({ target: [0.2, 0] });
const simulated = { port: 'simulated' };

/** The outcome of a run is told as an error where it is none. */
async function ended(promise) {
  const { outcome, cause } = await (await promise).result;
  if (outcome === 'faulted' || outcome === 'failed' || outcome === 'lost') throw new Error(cause);
}

/** A behavior of one's own with this answer. */
const own = (steer) => ({ name: 'own', start: () => 0, steer });

const mistakes = [];

/** The first frame of an error that has a line of a file. */
const lineOf = ({ stack }) => Number(/\n {4}at .*?mistakes\.mjs:(\d+):\d+\)?(\n|$)/.exec(stack)?.[1]);
const isFirst = ({ stack }) =>
  /^ {4}at .*mistakes\.mjs:/.test(stack.split('\n').find((line) => line.startsWith('    at ')));

/** @param whenDriven it comes out only while the robot drives: then no line is told */
function mistake(name, words, make, whenDriven) {
  const line = Number(/mistakes\.mjs:(\d+)/.exec(new Error().stack.split('\n')[2])?.[1]);
  mistakes.push({ name, words, make, whenDriven, line });
}

mistake('no behavior', /drive: argument 2 is missing; a behavior is wanted, such as arrive\(/, () =>
  drive('scout'),
);
mistake('a function', /argument 2 is a function; .*; call it/, () => drive('scout', arrive, simulated));
mistake('a mission of a file', /argument 2 is an object; .*buildMission/, () =>
  drive('scout', { arrive: { target: [1, 0] } }, simulated),
);
mistake('a misspelt robot', /scoot: no such file; .*did you mean 'scout'/, () =>
  drive('scoot', there, simulated),
);
mistake('a number for a robot', /drive: the robot is 42; .*loadRobot\('scout'\)/, () => drive(42, there));
mistake('a robot as in a file', /the robot is no whole definition/, () => drive({ name: 'mine' }, there));
mistake('a misspelt option', /drive: there is no option 'prot'; did you mean 'port'/, () =>
  drive('scout', there, { prot: 1 }),
);
mistake('an unknown option', /no option 'sped'; /, () => drive('scout', there, { sped: 1 }));
mistake('a board of johnny-five', /no option 'board'; .*steerbot\/johnny-five/, () =>
  drive('scout', there, { board: {} }),
);
mistake('a stream of readings', /no option 'readings\$'; .*merge/, () =>
  drive('scout', there, { readings$: of() }),
);
mistake('a misspelt port', /drive: port is 'simulatd'; did you mean 'simulated'/, () =>
  drive('scout', there, { port: 'simulatd' }),
);
mistake('a number for a port', /drive: port is 3; auto, /, () => drive('scout', there, { port: 3 }));
mistake('a robot that is not awaited', /driver is a promise; await it/, () =>
  drive('scout', there, { driver: simulatedRobot('scout') }),
);
mistake('half a driver', /driver has no stop\(\); a driver has/, () =>
  drive('scout', there, { driver: { readings$: of(), arm() {}, drive() {} } }),
);
mistake('a word for until', /until is 'arrived'; at rest, there or stopped is wanted$/, () =>
  drive('scout', there, { until: 'arrived' }),
);
mistake(
  'a blend of nothing',
  /blend takes a list of behaviors, at least one/,
  () => ended(drive('scout', blend(), simulated)),
  'driven',
);
mistake(
  'a wait in milliseconds',
  /2000 says no unit, which is s, and is more than 600 s; did you mean '2000 ms'/,
  () => wait(2000),
);
mistake('a timeout in milliseconds', /5000 says no unit, .*'5000 ms'/, () => timeout(5000, there));
mistake(
  'a target of NaN',
  /targets\$ gave \{ id: 'ball', position: \{ x: NaN, y: 0 \} \}; .* is wanted/,
  () =>
    ended(
      drive('scout', arrive({ target: { mover: 'ball' } }), {
        ...simulated,
        targets$: of({ id: 'ball', position: { x: Number.NaN, y: 0 } }),
      }),
    ),
  'driven',
);
mistake('a function for a stream', /targets\$ is a function; an Observable is wanted; call it/, () =>
  drive('scout', there, { targets$: () => of() }),
);
mistake(
  'promises in a stream',
  /targets\$ gave a promise; .*; concatMap or switchMap, in place of map, waits for it/,
  () =>
    ended(
      drive('scout', arrive({ target: { mover: 'ball' } }), {
        ...simulated,
        targets$: of(1).pipe(map(async () => ({ id: 'ball', position: { x: 0.2, y: 0 } }))),
      }),
    ),
  'driven',
);
mistake('a list for a stream', /targets\$ is a list; an Observable is wanted; .*from\(\)/, () =>
  drive('scout', there, { targets$: [] }),
);
mistake('a list for a place', /start is a list; \{ x, y, heading \}/, () =>
  drive('scout', there, { start: [0, 0] }),
);
mistake('degrees in a text', /start is \{ x: 0, y: 0, heading: '90 deg' \}; .*rad/, () =>
  drive('scout', there, { start: { x: 0, y: 0, heading: '90 deg' } }),
);
mistake('a text for a seed', /seed is '7'; a whole number/, () => drive('scout', there, { seed: '7' }));
mistake('milliseconds of latency', /latency is 50; .*seconds/, () => drive('scout', there, { latency: 50 }));
mistake('a text for a rate', /baud is '57600'; .*number/, () => drive('scout', there, { baud: '57600' }));
mistake('Date as a clock', /time is a function; a clock \{ now\(\), after/, () =>
  drive('scout', there, { time: Date }),
);
mistake('options that are a text', /drive: its options are 'simulated'; an object/, () =>
  drive('scout', there, 'simulated'),
);
mistake('a stream for readings', /readings is an Observable; a function/, () =>
  drive('scout', there, { readings: of() }),
);
mistake('a robot that sees nothing', /'avoidObstacles' needs a range sensor.*surroundings\$/, () =>
  drive('generic-l298n', prioritize(avoidObstacles(), there), simulated),
);
mistake('become with a function', /run\.become: argument 1 is a function; .*call it/, async () =>
  (await drive('scout', there, simulated)).become(arrive),
);
mistake('become after the end', /run\.become: the run has ended: stopped; drive again/, async () => {
  const run = await drive('scout', there, simulated);
  await run.stop();
  run.become(there);
});
mistake('a signal without a name', /run\.signal: the name is 3/, async () =>
  (await drive('scout', there, simulated)).signal(3),
);
mistake('a page of a run that is not awaited', /servePage: the run is a promise; .*await drive/, () =>
  servePage(drive('scout', there, simulated)),
);
mistake('a port for a page', /servePage: there is no option 'port'/, async () =>
  servePage(await drive('scout', there, simulated), { port: 80 }),
);
mistake('connect to nothing', /connect: the robot is missing/, () => connect());
mistake('connect by a word', /connect: port is 'usb'; auto, /, () => connect('scout', { port: 'usb' }));
mistake('a simulated robot of a number', /simulatedRobot: the robot is 1; /, () => simulatedRobot(1));
mistake('a word for a pace', /pace is 'slow'; real time or fast/, () =>
  simulatedRobot('scout', { pace: 'slow' }),
);

mistake(
  'a place as { x, y }',
  /arrive\.target: \{ x, y \} is found; a target is \[x, y\]; write \[1, 0\]/,
  () => arrive({ target: { x: 1, y: 0 } }),
);
mistake('a place alone', /arrive: a list is found; an object is wanted: \{ target, /, () => arrive([1, 0]));
mistake('two numbers', /seek: 1 is found; an object is wanted: \{ target/, () => seek(1, 0));
mistake('no target', /'target' is missing/, () => arrive({}));
mistake('a misspelt key', /unknown key 'traget'; .*did you mean 'target'/, () => arrive({ traget: [1, 0] }));
mistake('three numbers', /flee\.target/, () => flee({ target: [1, 0, 0] }));
mistake('not a number', /seek\.target\[0\]: NaN is not a finite number/, () =>
  seek({ target: [Number.NaN, 0] }),
);
mistake('no unit', /'5 parsecs'/, () => flee({ target: [1, 0], panicDistance: '5 parsecs' }));
mistake('a path by its file', /'square\.csv' is found; .*loadPath\('square\.csv'\)/, () =>
  followPath({ path: 'square.csv' }),
);
mistake('a path of { x, y }', /followPath\.path\[0\]: /, () =>
  followPath({
    path: [
      { x: 0, y: 0 },
      { x: 1, y: 0 },
    ],
  }),
);
mistake('a path of one point', /fewer than two points/, () => followPath({ path: [[0, 0]] }));
mistake('a file that is not there', /course\.csv.*no such file/, () => loadPath('course.csv'));
mistake('a number for a file', /loadPath: the file is 7; a text/, () => loadPath(7));
mistake('a list of behaviors', /prioritize: argument 1 is a list; .*one by one/, () =>
  prioritize([there, there]),
);
mistake('a weight that is a text', /blend.*weight/, () => blend({ behavior: there, weight: '2' }));
mistake('a behavior that is not called', /budget: argument 2 is a function/, () => budget(there, wander));
mistake('a chance above one', /dither.*chance/, () => dither({ behavior: there, chance: 2 }));
mistake('an empty sequence', /sequence/, () => sequence());
mistake('a wait of nothing', /wait/, () => wait());
mistake('a wait in words', /'two seconds'/, () => wait('two seconds'));
mistake('the order of a timeout', /timeout/, () => timeout(there, '2 s'));
mistake('the order of a repeat', /repeat/, () => repeat(there, 3));
mistake('a number for a retry', /retry: argument 2 is 3/, () => retry(there, 3));
mistake('a fallback of names', /fallback: argument 1 is 'home'/, () => fallback('home', there));
mistake('parallel of nothing', /parallel/, () => parallel());
mistake('half a behavior', /defineBehavior: start is missing; a function/, () =>
  defineBehavior({ steer: () => ({ memory: null }) }),
);
mistake('a function for a behavior', /defineBehavior: start is missing/, () => defineBehavior(() => ({})));
mistake('a misspelt mission', /unknown behavior 'ariv'|did you mean 'arrive'/, () =>
  buildMission({ arive: { target: [1, 0] } }),
);
mistake('degrees in a text, converted', /deg: the value is '90'; a number/, () => deg('90'));
mistake('centimeters of nothing', /cm: the value is missing/, () => cm());

mistake('the name of a scene', /simulate: the scenario is 'square'; loadScenario\('square'\)/, () =>
  simulate('square'),
);
mistake('no scene', /simulate: the scenario is missing; loadScenario/, () => simulate());
mistake('a scene as in a file', /simulate: the scenario is an object; .*scenario\(/, () =>
  simulate({ robots: [] }),
);
mistake('an unknown option of a run', /simulate: there is no option 'seed'/, () =>
  simulate(loadScenario('arrive'), { seed: 2 }),
);
mistake('a scenario without robots', /scenario: robots is missing; a list/, () => scenario({}));
mistake('a scenario of nothing', /scenario: robots is missing/, () => scenario());
mistake('a robot without a mission', /scenario\.robots\[0\].*mission/, () =>
  scenario({ robots: [{ robot: 'scout' }] }),
);
mistake(
  'a mission that is not called',
  /scenario\.robots\[0\]\.mission: argument 1 is a function; .*call it/,
  () => scenario({ robots: [{ robot: 'scout', mission: arrive }] }),
);
mistake('a robot of a file in a scenario', /scenario\.robots\[0\]: the robot is no whole definition/, () =>
  scenario({ robots: [{ robot: { sensors: {} }, mission: there }] }),
);
mistake('an unknown key of a scenario', /unknown key 'durration'.*did you mean 'duration'/, () =>
  scenario({ durration: '5 s', robots: [{ robot: 'scout', mission: there }] }),
);
mistake('an unknown key of its robot', /unknown key 'position'/, () =>
  scenario({ robots: [{ robot: 'scout', mission: there, position: { x: 0, y: 0 } }] }),
);
mistake('a scene that is not there', /did you mean 'square'/, () => loadScenario('sqare'));
mistake('an option of a scene', /loadScenario: there is no option 'sed'; did you mean 'seed'/, () =>
  loadScenario('square', { sed: 1 }),
);
mistake('a robot of nothing', /loadRobot: the name or file is missing/, () => loadRobot());
mistake('a study of one scene', /study: scenes/, () =>
  study({ scenes: loadScenario('arrive'), seeds: '1..3' }),
);
mistake('a study without seeds', /study: seeds is missing/, () =>
  study({ scenes: { a: (seed) => loadScenario('arrive', { seed }) } }),
);
mistake('a model of a name', /prepareModel: the robot is 'scout'; .*loadRobot/, () =>
  prepareModel('scout', there),
);
mistake('a loop without its model', /startLoop: the model is/, () =>
  startLoop(loadRobot('scout'), { at: 0 }),
);
mistake('a loop without a clock', /controlLoop: .*clock\$/, () => {
  const model = prepareModel(loadRobot('scout'), there);
  const start = startLoop(model, { at: 0, pose: { x: 0, y: 0, heading: 0 }, speed: 0, seed: 1 });
  controlLoop(model, start, {});
});

mistake(
  'a behavior that throws',
  /own threw: Error: mine, at mistakes\.mjs:\d+:\d+/,
  () =>
    ended(
      drive(
        'scout',
        own(() => {
          throw new Error('mine');
        }),
        simulated,
      ),
    ),
  'driven',
);
mistake(
  'a behavior that says nothing',
  /own returned nothing; steer\(\) must return \{ memory \}/,
  () =>
    ended(
      drive(
        'scout',
        own(() => {}),
        simulated,
      ),
    ),
  'driven',
);
mistake(
  'a force as a list',
  /own returned a number that is not finite: force a list/,
  () =>
    ended(
      drive(
        'scout',
        own(() => ({ memory: 0, force: [1, 0] })),
        simulated,
      ),
    ),
  'driven',
);
mistake(
  'a memory that turns into a Map',
  /own returned memory: a Map, and in it a Map; plain JSON is wanted/,
  () =>
    ended(
      drive(
        'scout',
        own(() => ({ memory: new Map(), force: { x: 1, y: 0 } })),
        simulated,
      ),
    ),
  'driven',
);
mistake(
  'a velocity by another name',
  /own returned \{ memory: 0, velocity: .*'velocity' does not count; desiredVelocity, force, face and twist do/,
  () =>
    ended(
      drive(
        'scout',
        own(() => ({ memory: 0, velocity: { x: 0.1, y: 0 } })),
        simulated,
      ),
    ),
  'driven',
);
mistake(
  'a velocity misspelt',
  /'desiredvelocity' does not count; did you mean 'desiredVelocity'\?/,
  () =>
    ended(
      drive(
        'scout',
        own(() => ({ memory: 0, force: { x: 1, y: 0 }, desiredvelocity: { x: 0.1, y: 0 } })),
        simulated,
      ),
    ),
  'driven',
);
mistake(
  'a signal that is a function',
  /sets: \{ go: a function \}; \{ go: true \} and the like/,
  () =>
    ended(
      drive(
        'scout',
        own(() => ({ memory: 0, sets: { go: () => true } })),
        simulated,
      ),
    ),
  'driven',
);
mistake(
  'why it stands as a text',
  /stands: 'no light'; \{ why: 'the door is closed' \} is wanted/,
  () =>
    ended(
      drive(
        'scout',
        own(() => ({ memory: 0, stands: 'no light' })),
        simulated,
      ),
    ),
  'driven',
);
mistake(
  'a force of NaN',
  /not finite: force \{ x: NaN, y: 0 \}/,
  () =>
    ended(
      drive(
        'scout',
        own(() => ({ memory: 0, force: { x: Number.NaN, y: 0 } })),
        simulated,
      ),
    ),
  'driven',
);
mistake(
  'an answer without memory',
  /own returned \{ force: \{ x: .*\} \}; steer\(\) must return \{ memory \} too/,
  () =>
    ended(
      drive(
        'scout',
        own(() => ({ force: { x: 1, y: 0 } })),
        simulated,
      ),
    ),
  'driven',
);
mistake(
  'an async behavior',
  /own returned a promise; .*it cannot be async/,
  () =>
    ended(
      drive(
        'scout',
        own(async () => ({ memory: 0 })),
        simulated,
      ),
    ),
  'driven',
);
mistake('memory that is no JSON', /own: start\(\) gives a Map; .*plain JSON/, () =>
  drive('scout', { name: 'own', start: () => new Map(), steer: (_, memory) => ({ memory }) }, simulated),
);
mistake(
  'an unknown command',
  /commands\$ gave \{ kind: 'halt' \}; .*stop, /,
  () => ended(drive('scout', there, { ...simulated, commands$: of({ kind: 'halt' }) })),
  'driven',
);
mistake(
  'a target of x and y',
  /targets\$ gave \{ id: 'dot', x: 1, y: 0 \}; \{ id: 'ball', position/,
  () =>
    ended(
      drive('scout', arrive({ target: { mover: 'dot' } }), {
        ...simulated,
        targets$: of({ id: 'dot', x: 1, y: 0 }),
      }),
    ),
  'driven',
);
mistake(
  'an obstacle as a circle',
  /surroundings\$ gave obstacles\[0\]: \{ at: a list, radius: 0\.1 \}; \{ from/,
  () =>
    ended(
      drive('scout', there, {
        ...simulated,
        surroundings$: of({ at: 0, obstacles: [{ at: [1, 0], radius: 0.1 }] }),
      }),
    ),
  'driven',
);
mistake(
  'a list of obstacles',
  /surroundings\$ gave a list; \{ at, obstacles/,
  () => ended(drive('scout', there, { ...simulated, surroundings$: of([]) })),
  'driven',
);
mistake(
  'a fix that says not how exact',
  /fixes\$ gave \{ x: 0, y: 0 \}; \{ x, y, deviation/,
  () => ended(drive('scout', there, { ...simulated, fixes$: of({ x: 0, y: 0 }) })),
  'driven',
);
mistake(
  'a stream of functions',
  /the stream of behaviors gave a function; a behavior is wanted, .*; call it/,
  () => ended(drive('scout', of(arrive), simulated)),
  'driven',
);
mistake(
  'a stream of nothing',
  /the stream of behaviors has ended without one/,
  () => ended(drive('scout', of(), simulated)),
  'driven',
);
mistake(
  'a commands stream that is no stream of commands',
  /commands\$ gave 'stop'; \{ kind \}/,
  () => ended(drive('scout', there, { ...simulated, commands$: of('stop') })),
  'driven',
);

mistake(
  'a run that failed',
  /own returned done: 'fail'; true, false or 'failed'/,
  () =>
    ended(
      drive(
        'scout',
        own(() => ({ memory: 0, done: 'fail' })),
        simulated,
      ),
    ),
  'driven',
);
mistake(
  'an arrival as a text',
  /own returned arrived: 'false'; true or false/,
  () =>
    ended(
      drive(
        'scout',
        own(() => ({ memory: 0, arrived: 'false' })),
        simulated,
      ),
    ),
  'driven',
);
mistake(
  'a mark of nothing',
  /own returned marks\[0\]: nothing; \{ kind/,
  () =>
    ended(
      drive(
        'scout',
        own(() => ({ memory: 0, marks: [null] })),
        simulated,
      ),
    ),
  'driven',
);
mistake(
  'a mark for marks',
  /own returned marks: 'x'; a list/,
  () =>
    ended(
      drive(
        'scout',
        own(() => ({ memory: 0, marks: 'x' })),
        simulated,
      ),
    ),
  'driven',
);
mistake(
  'a force that is nothing',
  /not finite: force nothing/,
  () =>
    ended(
      drive(
        'scout',
        own(() => ({ memory: 0, force: null })),
        simulated,
      ),
    ),
  'driven',
);
mistake(
  'a number for an answer',
  /own returned 5; steer\(\) must/,
  () =>
    ended(
      drive(
        'scout',
        own(() => 5),
        simulated,
      ),
    ),
  'driven',
);
mistake(
  'a goal that is no place',
  /not finite: goal/,
  () =>
    ended(
      drive(
        'scout',
        own(() => ({ memory: 0, goal: { at: [1, 0], remaining: 1 } })),
        simulated,
      ),
    ),
  'driven',
);
mistake(
  'a stick of NaN',
  /commands\$ gave \{ kind: 'teleop'/,
  () =>
    ended(
      drive('scout', there, {
        ...simulated,
        commands$: of({ kind: 'teleop', twist: { linear: Number.NaN, angular: 0 } }),
      }),
    ),
  'driven',
);
mistake(
  'a setup without one',
  /commands\$ gave .*; run\.become/,
  () => ended(drive('scout', there, { ...simulated, commands$: of({ kind: 'setup' }) })),
  'driven',
);
mistake(
  'readings of nothing',
  /readings gives nothing; it must return an Observable/,
  () => ended(drive('scout', there, { ...simulated, readings: () => {} })),
  'driven',
);
mistake(
  'a map that fails',
  /the program's surroundings failed: no lidar/,
  () =>
    ended(drive('scout', there, { ...simulated, surroundings$: throwError(() => new Error('no lidar')) })),
  'driven',
);
mistake(
  'a driver that fails later',
  /drive\(\) of the driver failed: no bus/,
  async () => {
    const body = await simulatedRobot('scout');
    await ended(
      drive('scout', there, {
        driver: {
          ...body,
          drive: async () => {
            throw new Error('no bus');
          },
        },
      }),
    );
  },
  'driven',
);
mistake(
  'a driver that cannot be armed',
  /no power/,
  async () => {
    const body = await simulatedRobot('scout');
    await ended(
      drive('scout', there, {
        driver: {
          ...body,
          arm() {
            throw new Error('no power');
          },
        },
      }),
    );
  },
  'driven',
);
mistake('a driver without its clock', /driver has a deadMan and no time/, async () => {
  const { time, ...body } = await simulatedRobot('scout');
  await drive('scout', there, { driver: body });
});
mistake('a list for its readings', /readings\$ that are a list/, async () =>
  drive('scout', there, { driver: { ...(await simulatedRobot('scout')), readings$: [] } }),
);
mistake('degrees for the start', /heading of 90 rad, more than a turn; did you mean deg\(90\)/, () =>
  drive('scout', there, { start: { x: 0, y: 0, heading: 90 } }),
);
mistake('a limit with its unit', /limits\.speed: '0\.2 m\/s'; a number above 0/, () => {
  const scout = loadRobot('scout');
  return drive({ ...scout, limits: { ...scout.limits, speed: '0.2 m/s' } }, there, simulated);
});
mistake('a limit below nothing', /limits\.speed: -1; /, () => {
  const scout = loadRobot('scout');
  return drive({ ...scout, limits: { ...scout.limits, speed: -1 } }, there, simulated);
});
mistake('a port without a name', /port has no name/, () =>
  connect('scout', { port: { write() {}, listen() {}, close() {} } }),
);
mistake('an input of no kind', /inputs has at 0 \{ kind: 'analogue', pin: 'A0' \}; .*analog/, () =>
  connect('scout', { port: 'emulated', inputs: [{ kind: 'analogue', pin: 'A0' }] }),
);
mistake('an address in one text', /tcpPort: the port is missing; .*tcpPort\('127/, () =>
  steerbot.tcpPort('127.0.0.1:7070'),
);
mistake('an unknown option of a port', /tcpPort: there is no option 'timeOut'; did you mean 'timeout'/, () =>
  steerbot.tcpPort('127.0.0.1', 7070, { timeOut: 1 }),
);
mistake(
  'a listener that fails',
  /^mine$/,
  () =>
    simulate(loadScenario('arrive'), {
      onTick() {
        throw new Error('mine');
      },
    }),
  'driven',
);
mistake('a duration of NaN', /duration is NaN/, () =>
  simulate({ ...loadScenario('arrive'), duration: Number.NaN }),
);
mistake(
  'a behavior in a read scenario',
  /robots\[0\] of the scenario: mission is an object that scenario\(/,
  () => {
    const scene = loadScenario('arrive');
    return simulate({ ...scene, robots: scene.robots.map((each) => ({ ...each, mission: there })) });
  },
);
mistake('a scenario by its name', /scenario: 'square' is found; loadScenario\('square'\)/, () =>
  scenario('square'),
);
mistake(
  'a scene of a study that is none',
  /study: the scene of seed 1: the scenario is 'arrive'; loadScenario/,
  () => study({ scenes: { a: () => 'arrive' }, seeds: '1..2' }),
);
mistake('a seed that is not passed on', /pass the seed on/, () =>
  study({ scenes: { a: () => loadScenario('arrive', { seed: 7 }) }, seeds: [1] }),
);
mistake('a loop without its start', /controlLoop: the start is missing; .*startLoop/, () =>
  controlLoop(prepareModel(loadRobot('scout'), there), undefined, {}),
);
mistake('a signal of an object', /run\.signal: the value is an object/, async () =>
  (await drive('scout', there, simulated)).signal('go', {}),
);

/** What a program's own sensor would tell. */
const range = { kind: 'range', sensor: 'left', at: 0, distances: [0.15] };

mistake(
  'readings of a sensor that the robot lacks',
  /readings gives a range of 'left', and the robot has no such sensor; it has .*front.*; add it to its file/,
  () => ended(drive('scout', there, { ...simulated, readings: (own$) => merge(own$, of(range)) })),
  'driven',
);
mistake(
  'a voltage of a robot whose file has no battery',
  /readings gives a battery voltage, and the robot's file has no `battery`; add it there/,
  () => ended(drive('scout', there, { ...simulated, readings: () => of({ kind: 'battery', volts: 7 }) })),
  'driven',
);
mistake(
  'a heading of a range sensor',
  /readings gives a heading of 'front', which is a [\w-]+; a heading is told by/,
  () =>
    ended(
      drive('scout', there, {
        ...simulated,
        readings: () => of({ ...range, kind: 'heading', sensor: 'front' }),
      }),
    ),
  'driven',
);
mistake(
  'readings of no kind',
  /readings gives a reading of no known kind: \{ sonar: 1 \}/,
  () => ended(drive('scout', there, { ...simulated, readings: () => of({ sonar: 1 }) })),
  'driven',
);
mistake(
  'readings that throw',
  /the program's readings failed: .*undefined.*, at mistakes\.mjs:\d+:\d+/,
  () =>
    ended(drive('scout', there, { ...simulated, readings: (own$) => own$.pipe(map(({ no }) => no.length)) })),
  'driven',
);
mistake(
  'a place whose numbers are texts',
  /targets\$ gave \{ id: 'ball', position: \{ x: '1', y: 0 \} \}; /,
  () =>
    ended(drive('scout', there, { ...simulated, targets$: of({ id: 'ball', position: { x: '1', y: 0 } }) })),
  'driven',
);
mistake(
  'a misspelt velocity',
  /targets\$ gave .*; 'velocty' does not count; did you mean 'velocity'\?/,
  () =>
    ended(
      drive('scout', there, {
        ...simulated,
        targets$: of({ id: 'ball', position: { x: 1, y: 0 }, velocty: { x: 1, y: 0 } }),
      }),
    ),
  'driven',
);
mistake(
  'a behavior in another that throws',
  /own threw: Error: mine, at mistakes\.mjs/,
  () => {
    const throwing = own(() => {
      throw new Error('mine');
    });
    return ended(drive('scout', prioritize(throwing, there), simulated));
  },
  'driven',
);
mistake(
  'a target in virtual time that is none',
  /targets\$ gave \{ id: 'ball' \}/,
  () =>
    lastValueFrom(
      virtualDrive('scout', there, { targets$: of({ id: 'ball' }), scheduler: new VirtualTimeScheduler() }),
    ),
  'driven',
);
mistake(
  'a target of NaN in virtual time',
  /targets\$ gave \{ id: 'ball', position: \{ x: NaN, y: 0 \} \}/,
  () =>
    lastValueFrom(
      virtualDrive('scout', there, {
        targets$: of({ id: 'ball', position: { x: Number.NaN, y: 0 } }),
        scheduler: new VirtualTimeScheduler(),
      }),
    ),
  'driven',
);
mistake('a promise for a stream', /targets\$ is a promise; an Observable is wanted; .*from\(\)/, () =>
  drive('scout', there, { ...simulated, targets$: Promise.resolve() }),
);
mistake(
  'another robot than its driver’s',
  /drive: the driver was made for 'boe-bot', and this is 'scout'; give both/,
  async () => {
    const driver = await connect('boe-bot', simulated);
    try {
      return await drive('scout', there, { driver });
    } finally {
      await driver.close();
    }
  },
);
mistake('a behavior for a robot', /drive: the robot is no whole definition; /, () => drive(there, simulated));
mistake('a list for a mission', /argument 2 is a list; .*sequence\(\.\.\.list\)/, () =>
  drive('scout', [there, there], simulated),
);
mistake('a list to choose from', /prioritize: argument 1 is a list; .*prioritize\(\.\.\.list\)/, () =>
  prioritize([there, there]),
);
mistake(
  'a stream that it is to become',
  /run\.become: argument 1 is an Observable; .*each that the stream gives/,
  async () => {
    const run = await drive('scout', there, simulated);
    try {
      run.become(of(there));
    } finally {
      await run.stop();
    }
  },
);

for (const [i, { name, words, make, whenDriven, line }] of mistakes.entries()) {
  const next = mistakes[i + 1]?.line ?? Number.POSITIVE_INFINITY;
  let error;
  try {
    const made = await make();
    await made?.stop?.();
  } catch (thrown) {
    error = thrown;
  }
  const said = error?.message ?? 'nothing';
  const isPlaced = error !== undefined && isFirst(error) && lineOf(error) >= line && lineOf(error) < next;
  console.log(
    JSON.stringify({ name, said, isTold: words.test(said), isPlaced: whenDriven ? true : isPlaced }),
  );
}
