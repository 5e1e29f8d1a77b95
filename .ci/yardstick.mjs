/**
 * How fast this machine is just now: the processor seconds of a fixed piece of work, in a process of its own. The same
 * machine takes up to twice as long for it while others use it, and so it does for everything else.
 */
const points = Array.from({ length: 20_000 }, (_, i) => ({
  id: `p${i}`,
  x: Math.sin(i),
  y: Math.cos(3 * i),
}));
let sum = 0;
for (let round = 0; round < 12; round++) {
  const sorted = points
    .map(({ id, x, y }) => ({ id, at: Math.hypot(x, y + round) }))
    .sort((a, b) => a.at - b.at);
  const byId = new Map(sorted.map((point) => [point.id, point]));
  sum += JSON.parse(JSON.stringify(sorted)).reduce((all, { id }) => all + (byId.get(id)?.at ?? 0), 0);
}
if (!Number.isFinite(sum)) throw new Error('nothing was worked out');
const { user, system } = process.cpuUsage();
console.log(((user + system) / 1e6).toFixed(3));
