import { it } from 'vitest';
import { drivePoint, endOf } from './pointMass.js';
import { SMALL, PLAIN, unlimited } from '../support/percept.js';
import { seek } from '../../src/steering/behaviors/seek.js';
import { flee } from '../../src/steering/behaviors/flee.js';
import { arrive } from '../../src/steering/behaviors/arrive.js';
import { wander } from '../../src/steering/behaviors/wander.js';
import { followPath } from '../../src/steering/behaviors/followPath.js';
import { wrapAngle, unit, distance } from '../../src/geometry.js';

it('rates', () => {
  for (const [n, b, from, v] of [
    ['seek', seek({ target: [3, 1] }), {x:0,y:0}, {x:0,y:0.3}],
    ['flee', flee({ target: [-3, 1] }), {x:0,y:0}, {x:0,y:0.3}],
    ['arrive', arrive({ target: [0.3, 0.2] }), {x:0,y:0}, {x:0,y:0.2}],
    ['arriveL', arrive({ target: [0.3, 0.2], profile: 'linear' }), {x:0,y:0}, {x:0,y:0.2}],
  ] as const)
    for (const body of [SMALL, unlimited(SMALL), PLAIN])
    console.log(n, body.maxForce, ...[10, 50, 240].map((r) => { const e = endOf(drivePoint(b, { body, dt: 1/r, seconds: 1, from, velocity: v })); return `${e.pose.x.toFixed(5)},${e.pose.y.toFixed(5)}`; }));
});
it('wander', () => {
  for (const body of [unlimited(SMALL), SMALL, {...SMALL, maxForce: 0.2}])
  for (const opts of [{}, {radius: 0.2, distance: 0.1}, {jitter: 0.3}])
    console.log(body.maxForce, JSON.stringify(opts), ...[10, 50, 240].map((r) => {
      let s = 0; const N = 1500;
      for (let seed = 0; seed < N; seed++) {
        const st = drivePoint(wander(opts), { body, dt: 1/r, seconds: 1, velocity: {x: 0.5, y: 0}, seed });
        let turned = 0;
        st.forEach((m, i) => { if (i) turned += wrapAngle(m.pose.heading - st[i-1]!.pose.heading); });
        s += turned**2;
      }
      return Math.sqrt(s/N).toFixed(4);
    }));
});
it('arrive overshoot', () => {
  let worst = -1, w: unknown; let wn = -1, wnn: unknown, never = 0;
  for (let i = 0; i < 4000; i++) {
    const r = (n: number) => { const x = Math.sin(i * 12.9898 + n * 78.233) * 43758.5453; return x - Math.floor(x); };
    const dt = 0.004 + 0.096 * r(1), d = 0.02 + 2 * r(2), a = 0.9, T = 1.5*dt;
    const lim = Math.min(0.5, a*(Math.sqrt(T*T+2*Math.max(0,d-0.003)/a)-T));
    const v = lim * r(3);
    const st = drivePoint(arrive({ target: [d, 0] }), { body: SMALL, dt, seconds: 10 + d * 5, velocity: { x: v, y: 0 } });
    const over = Math.max(...st.map((m) => m.pose.x - d));
    if (over > worst) { worst = over; w = { dt, d, v }; }
    const e = endOf(st); if (!(e.said?.arrived)) { never++; wnn = {dt,d,v,e: e.pose.x-d, f: e.forwardSpeed}; }
  }
  console.log(worst, w, 'not arrived', never, wnn);
});
it('unit', () => { console.log(unit({x:5e-324,y:0}), unit({x:1e-310,y:1e-310}));
  let bad = 0, ex = 0; for (let k = -2001; k <= 2001; k += 2) for (const e of [-4,-3,-2,-1,0,1,2,3,4]) { let a = k*Math.PI; a += e*Math.abs(a)*2.2e-16; const wv = wrapAngle(a); if (!(wv > -Math.PI && wv <= Math.PI)) { bad++; ex = a; } }
  console.log('wrap bad', bad, ex, wrapAngle(ex), Math.PI);
});
