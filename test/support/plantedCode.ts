/** Files that break one rule each, and files that break none: they prove that the rules are looked at. */

/** A planted file, what is planted in it, and words of the complaint in the order they come. */
export type Planted = readonly [file: string, text: string, ...complaint: string[]];

export const FORBIDDEN_IMPORTS: readonly Planted[] = [
  // Every way to import is seen.
  [
    'src/math/geometry.ts',
    "import { step } from '../control/step.js';",
    '../control/step.js',
    'math imports only',
  ],
  ['src/math/geometry.ts', "import '../control/step.js';", '../control/step.js', 'math imports only'],
  ['src/steering/steer.ts', "import '../config/jsonSchema.js';", 'jsonSchema.js', 'steering imports only'],
  ['src/math/geometry.ts', "import type { Step } from '../control/step.js';", '../control/step.js', 'math'],
  ['src/math/geometry.ts', "import { type Step } from '../control/step.js';", '../control/step.js', 'math'],
  ['src/math/geometry.ts', "import * as step from '../control/step.js';", '../control/step.js', 'math'],
  ['src/math/geometry.ts', "import step = require('../control/step.js');", '../control/step.js', 'math'],
  ['src/math/geometry.ts', "const f = () => import('../control/step.js');", '../control/step.js', 'math'],
  ['src/math/geometry.ts', 'const f = () => import(`../control/step.js`);', '../control/step.js', 'math'],
  ['src/math/geometry.ts', "const f = require('../control/step.js');", '../control/step.js', 'math'],
  ['src/math/geometry.ts', "type S = import('../control/step.js').Step;", '../control/step.js', 'math'],
  ['src/math/geometry.ts', "export { step } from '../control/step.js';", '../control/step.js', 'math'],
  ['src/math/geometry.ts', "export type { Step } from '../control/step.js';", '../control/step.js', 'math'],
  ['src/math/geometry.ts', "export * from '../control/step.js';", '../control/step.js', 'math'],
  [
    'sim/run.ts',
    "new URL('../src/cli/worker.js', import.meta.url);",
    '../src/cli/worker.js',
    'sim imports only',
  ],
  ['sim/run.ts', 'const f = (name: string) => import(name);', '(computed)', 'only cli and load*'],

  // Leaves, one by one.
  ['src/math/units.ts', "import { zod } from 'zod';", 'zod', 'math imports only', 'pure-rand'],
  ['src/math/wheel.ts', "import { beam } from '../sensors/beam.js';", 'beam.js', 'math imports only'],
  ['src/validation/errors.ts', "import { parse } from 'yaml';", 'yaml', 'validation imports only', 'zod'],
  ['src/svg/svg.ts', "import { z } from 'zod';", 'zod', 'svg imports no package'],
  ['src/config/yaml/document.ts', "import { map } from 'rxjs';", 'rxjs', 'config imports only'],
  ['src/math/random.ts', "import { z } from 'zod';", 'zod', 'math imports only', 'pure-rand'],
  ['src/helpful.ts', '', 'belongs to no part'],
  ['src/extras/thing.ts', '', 'belongs to no part'],

  // What a robot, a path and a mission are.
  ['src/robot/robot.ts', "import { seek } from '../steering/seek.js';", 'seek.js', 'robot imports only'],
  ['src/robot/robot.ts', "import { map } from 'rxjs';", 'rxjs', 'robot imports no package'],
  ['src/config/pathFile.ts', "import { step } from '../control/step.js';", 'step.js', 'config imports only'],
  ['src/steering/mission.ts', "import { parse } from 'yaml';", 'yaml', 'steering imports only'],
  [
    'src/steering/mission.ts',
    "import { limit } from '../safety/supervisor.js';",
    'supervisor.js',
    'steering',
  ],
  [
    'src/config/loadDefinition.ts',
    "import { step } from '../control/step.js';",
    'step.js',
    'config imports only',
  ],

  // Stages do not know each other, the loop or the simulator.
  ['src/sensors/range.ts', "import { belief } from '../estimation/belief.js';", 'belief', 'sensors'],
  ['src/estimation/mover.ts', "import { seek } from '../steering/seek.js';", 'seek', 'estimation'],
  ['src/estimation/pose.ts', "import { Subject } from 'rxjs';", 'rxjs', 'estimation imports no package'],
  ['src/steering/behaviors/seek.ts', "import { z } from 'zod4';", 'zod4', 'steering imports only'],
  ['src/steering/steer.ts', "import type { Observable } from 'rxjs';", 'rxjs', 'steering imports only'],
  ['src/steering/steer.ts', "import { type A } from '../config/jsonSchema.js';", 'jsonSchema.js', 'steering'],
  ['src/locomotion/motor.ts', "import { z } from 'zod';", 'zod', 'locomotion imports no package'],
  [
    'src/safety/supervisor.ts',
    "import { World } from '../../sim/world/world.js';",
    'world.js',
    'safety imports only',
  ],
  ['src/safety/supervisor.ts', "import { x } from '../../test/x.js';", 'test/x.js', 'only src and sim'],

  // The loop, the edges, the simulator, the public names.
  [
    'src/control/loop.ts',
    "import { x } from '../config/jsonSchema.js';",
    'jsonSchema.js',
    'control imports only',
  ],
  [
    'src/control/loop.ts',
    "import { Serial } from '../drivers/serial.js';",
    'serial.js',
    'control',
    'driver.ts',
  ],
  ['src/control/loop.ts', "import { z } from 'zod';", 'zod', 'control imports only', 'rxjs'],
  ['src/drivers/serial.ts', "import { step } from '../control/step.js';", 'step.js', 'drivers imports only'],
  ['src/drivers/serial.ts', "import { WebSocket } from 'ws';", 'ws', 'drivers imports only'],
  ['src/recording/write.ts', "import { SerialPort } from 'serialport';", 'serialport', 'recording'],
  ['src/dashboard/server.ts', "import { step } from '../control/step.js';", 'step.js', 'dashboard'],
  [
    'src/bridges/x/server.ts',
    "import { Client } from '../../dashboard/x.js';",
    'x.js',
    'bridges imports only',
  ],
  [
    'src/bridges/x/server.ts',
    "import { record } from '../../recording/recorder.js';",
    'recorder.js',
    'bridges',
  ],
  ['src/bridges/x/server.ts', "import { step } from '../../control/step.js';", 'step.js', 'bridges'],
  ['sim/run.ts', "import { main } from '../src/cli/main.js';", '../src/cli/main.js', 'sim imports only'],
  ['sim/run.ts', "import type { View } from '../src/dashboard/view.js';", 'view.js', 'sim imports only'],
  ['sim/run.ts', "import { seek } from '../src/index.js';", '../src/index.js', 'sim imports only'],
  ['src/study/pool.ts', "import { serve } from '../dashboard/server.js';", 'server.js', 'study imports only'],
  ['src/session/ride.ts', "import { plot } from '../study/plot.js';", 'plot.js', 'session imports only'],
  ['src/index.ts', "export { main } from './cli/main.js';", './cli/main.js', 'index imports only'],
  ['src/index.ts', "export { serve } from './dashboard/server.js';", 'server.js', 'index imports only'],

  // Node, and packages that stay in one place.
  ['sim/run.ts', "import { readFileSync } from 'node:fs';", 'node:fs', 'node: only in drivers'],
  ['sim/run.ts', "import type { Stats } from 'node:fs';", 'node:fs', 'node: only in drivers'],
  ['src/control/clock.ts', "import { performance } from 'node:perf_hooks';", 'node:perf_hooks', 'node: only'],
  ['src/dashboard/page/store.ts', "import { join } from 'node:path';", 'node:path', 'node: only'],
  ['src/playground/main.ts', "import { join } from 'node:path';", 'node:path', 'node: only'],
  ['src/index.ts', "import { join } from 'node:path';", 'node:path', 'node: only'],
  ['src/robot/robot.ts', "const fs = () => import('node:fs');", 'node:fs', 'node: only'],
  ['sim/run.ts', "import { loadScenario } from './loadScenario.js';", 'loadScenario.js', 'load*'],
  ['src/cli/main.ts', "import { World } from 'planck';", 'planck', 'planck only in sim'],
  ['src/index.ts', "export type { World } from 'planck';", 'planck', 'planck only in sim'],
  ['src/steering/steer.ts', "import { x } from 'pure-rand/generator/x';", 'pure-rand', 'only in sim, math'],
];

export const ALLOWED_IMPORTS: readonly Planted[] = [
  ['src/math/units.ts', "import type { Vec2 } from './geometry.js';"],
  ['src/validation/errors.ts', "import { closest } from 'fastest-levenshtein';"],
  ['src/math/random.ts', "import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';"],
  ['src/validation/quantity.ts', "import { z } from 'zod';"],
  ['src/config/yaml/document.ts', "import { parseDocument } from 'yaml';\nimport { z } from 'zod';"],
  [
    'src/math/wheel.ts',
    "import type { RobotDefinition } from '../robot/robot.js';\nimport type { ZodType } from 'zod';",
  ],
  [
    'src/config/robotFile.ts',
    "import { z } from 'zod';\nimport { isMap } from 'yaml';\nimport '../robot/robot.js';",
  ],
  ['src/config/paths/pathFile.ts', "import { z } from 'zod';\nimport { vec } from '../../math/geometry.js';"],
  ['src/steering/mission.ts', "import { seek } from './behaviors/seek.js';\nimport { z } from 'zod';"],
  [
    'src/config/loadDefinition.ts',
    "import { readFileSync } from 'node:fs';\nimport { Pin } from '../robot/robot.js';",
  ],
  [
    'sim/loadScenario.ts',
    "import { join } from 'node:path';\nimport { path } from '../src/config/paths/pathFile.js';",
  ],
  ['sim/loadScenario.ts', "import { loadRobot } from '../src/config/loadDefinition.js';"],
  [
    'src/recording/loadRecording.ts',
    "import { Pin } from '../robot/robot.js';\nimport '../config/paths/pathFile.js';",
  ],
  [
    'src/steering/steer.ts',
    "import type { RobotDefinition } from '../robot/robot.js';\nimport { z } from 'zod';",
  ],
  ['src/steering/steer.ts', "type R = import('../robot/robot.js').RobotDefinition;"],
  ['src/control/step.ts', "import { steer } from '../steering/steer.js';\nimport '../steering/mission.js';"],
  [
    'src/control/loop.ts',
    "import type { Driver } from '../drivers/driver.js';\nimport { scan } from 'rxjs';",
  ],
  ['src/drivers/serial.ts', "import { SerialPort } from 'serialport';\nimport { on } from 'node:events';"],
  ['src/recording/write.ts', "import { McapWriter } from '@mcap/core';\nimport { map } from 'rxjs';"],
  [
    'src/bridges/x/server.ts',
    "import { WebSocketServer } from 'ws';\nimport type { Channel } from '../../recording/format/channels.js';",
  ],
  ['src/dashboard/server.ts', "import { createServer } from 'node:http';\nimport sirv from 'sirv';"],
  ['sim/world.ts', "import { World } from 'planck';\nimport { step } from '../src/control/step.js';"],
  ['sim/referee.ts', "import { Path } from '../src/steering/paths/path.js';"],
  ['sim/run.ts', "import type { Options } from './loadScenario.js';"],
  ['sim/avr/chip.ts', "import { CPU } from 'avr8js';\nimport '../simDriver.js';"],
  ['src/index.ts', "export { simulate } from '../sim/run.js';\nexport { seek } from './steering/x.js';"],
  ['src/index.ts', "export { loadScenario } from '../sim/loadScenario.js';"],
  [
    'src/study/pool.ts',
    "import { openSync } from 'node:fs';\nimport { run } from '../../sim/run.js';\nimport 'bullmq';\nconst t = Date.now();",
  ],
  ['src/cli/main.ts', "import '../index.js';\nimport '../dashboard/server.js';\nimport 'commander';"],
  ['src/cli/main.ts', 'const f = (name: string) => import(name);'],
];

const many = (lines: number) => 'export {};\n'.repeat(lines);

export const FORBIDDEN_CODE: readonly Planted[] = [
  ['sim/run.ts', 'const t = Date.now();', 'Date.now: time and chance only in'],
  ['sim/run.ts', 'const t = new Date();', 'Date: time and chance only in'],
  ['sim/run.ts', 'const t = globalThis.performance.now();', 'performance: time and chance'],
  ['src/control/step.ts', 'const t = performance.now();', 'performance.now: time and chance'],
  ['src/control/loop.ts', 'setTimeout(() => {}, 5);', 'setTimeout: time and chance'],
  ['src/safety/supervisor.ts', 'const later = setInterval;', 'setInterval: time and chance'],
  ['src/steering/target.ts', 'run({ setImmediate });', 'setImmediate: time and chance'],
  ['src/index.ts', "globalThis['setTimeout'](run, 5);", 'setTimeout: time and chance'],
  ['src/math/random.ts', 'const r = Math.random();', 'Math.random: time and chance'],
  ['sim/run.ts', 'const { sin, random: dice } = Math;', 'Math.random: time and chance'],
  ['sim/run.ts', 'shuffle(Math);', 'Math.random: time and chance'],
  ['sim/run.ts', 'const name = process.argv[2];', 'process.argv: only in drivers'],
  ['src/control/clock.ts', "const b = Buffer.from('a');", 'Buffer.from: only in drivers'],
  ['src/dashboard/page/store.ts', "const b = Buffer.from('a');", 'Buffer.from: only in drivers'],
  ['src/steering/steer.ts', 'export default function steer() {}', 'no default export'],
  ['src/steering/steer.ts', 'const steer = 1;\nexport default steer;', ':2: export default: no default'],
  ['src/steering/steer.ts', 'const steer = 1;\nexport { steer as default };', 'no default export'],
  ['src/steering/steer.ts', 'const steer = (a: any) => a;', 'any: no any'],
  ['src/steering/steer.ts', 'const all = [] as any[];', 'any: no any'],
  ['src/index.ts', "export * from './signals/signals.js';", 'listed one by one'],
  ['src/index.ts', "export * as signals from './signals/signals.js';", 'listed one by one'],
  ['src/steering/behaviors/index.ts', "export * from './seek.js';", 'listed one by one'],
  ['src/steering/pathUtils.ts', '', ': the name says nothing'],
  ['sim/common/box.ts', '', ': the name says nothing'],
  ['src/steering/steer.ts', 'class SteeringManager {}', 'SteeringManager: the name says nothing'],
  ['src/steering/steer.ts', 'const helpers = {};', 'helpers: the name says nothing'],
  ['src/drivers/driver.ts', 'interface IDriver {}', 'IDriver: no I-prefix'],
  ['sim/run.ts', many(301), ': 301 lines: at most 300'],
];

const BANNED = [
  'withLatestFrom',
  'combineLatest',
  'interval',
  'timer',
  'debounceTime',
  'timeout',
  'VirtualTimeScheduler',
  'BehaviorSubject',
];

export const FORBIDDEN_OPERATORS: readonly Planted[] = [
  ...BANNED.map(
    (name): Planted => ['src/control/loop.ts', `import { map, ${name} } from 'rxjs';`, 'rxjs', `no ${name}`],
  ),
  ['src/control/loop.ts', "import { interval as every } from 'rxjs';", 'rxjs', 'no interval'],
  ['src/control/clock.ts', "import { timeout } from 'rxjs/operators';", 'rxjs/operators', 'no timeout'],
  ['src/control/loop.ts', "export { timer } from 'rxjs';", 'rxjs', 'no timer'],
  ['src/control/loop.ts', "import * as rx from 'rxjs';", 'rxjs', 'names what it takes'],
  ['src/control/loop.ts', "const rx = () => import('rxjs');", 'rxjs', 'names what it takes'],
];

export const ALLOWED_CODE: readonly Planted[] = [
  ['src/control/clock.ts', 'setTimeout(() => performance.now(), 5);'],
  ['src/drivers/serial.ts', 'const t = Date.now(); setInterval(run, Math.random());'],
  ['src/cli/main.ts', 'process.exitCode = new Date().getTime();'],
  ['sim/loadScenario.ts', 'const folder = process.cwd();'],
  [
    'sim/run.ts',
    'interface Timers { setTimeout(f: () => void): void }\nconst at = (t: Timers) => t.setTimeout(f);',
  ],
  ['sim/run.ts', 'type Now = typeof performance.now;\ntype Day = Date;'],
  ['sim/run.ts', 'const wait = (setTimeout: Later) => setTimeout(5);'],
  ['sim/run.ts', 'const { sin, PI } = Math;\nconst r = Math.floor(random.uniform());'],
  ['sim/run.ts', '// Date.now() and any\nconst text = "new Date()";'],
  ['sim/run.ts', many(300)],
  ['sim/run.ts', "export * from './world.js';\nswitch (a) { default: break; }"],
  ['src/control/loop.ts', "import { filter, merge, scan } from 'rxjs';\nconst timeout = 5;"],
  ['src/control/loop.ts', "import type { BehaviorSubject } from 'rxjs';"],
  ['src/drivers/serial.ts', "import { interval } from 'rxjs';"],
  ['src/steering/behaviors/interpose.ts', 'export interface Interpose {}\nexport const commonly = 1;'],
];
