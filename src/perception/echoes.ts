/**
 * The echoes of one thing that a sonar hears one after the other. Of a thing that moves, what was heard is doubted.
 *
 * A thing that stands comes nearer as the sonar drives on. With its angle φ within half the cone α, a short way of s ahead
 * and q aside makes its distance d' = d − s cos φ − q sin φ ≤ d − s cos α + |q| sin α: what is farther moves. So does
 * what is heard where the same cone, not turned, has just seen nothing. It is at one place, so that an echo from elsewhere
 * replaces those before; and if the echoes end though the sonar has not turned, it has left the cone, and is not beside
 * it either, where the cone no longer reaches since the robot has come nearer. Of a thing that stands, which the robot
 * drove past, all stays sure. The collision monitor ignores weak places; avoidObstacles slows down there: near things are also
 * heard beside a cone, so that one that seemed to come may stand just there.
 *
 * What moved may stop, or uncover a thing that stands. So echoes for three seconds that one thing in the cone explains,
 * d − s − ε ≤ d' ≤ d − s cos α + ε with ε = |q| sin α and the noise, are those of a thing that stands.
 */
import { angleOf, clamp, cross, dot, fromPolar, norm, type Pose, wrapAngle } from '../math/geometry.js';
import { deg, type Meters, type MetersPerSecond, type Radians, type Seconds } from '../math/units.js';
import type { HitDraft } from './hitMap.js';
import { rounded, roundedPose } from './keptReading.js';
import { type LookDraft, looksOf, showedAt } from './looks.js';
import { movedBy, type PoseNews, shareOf } from './mount.js';

export interface Echoes {
  /** When the first came. */
  readonly since: Seconds;
  /** The last, and where the sonar was. */
  readonly at: Seconds;
  readonly far: Meters;
  readonly mount: Pose;
  /** A thing that stands is no farther now, if the sonar has not turned from this direction. */
  readonly most: Meters;
  readonly heading: Radians;
  readonly moves: boolean;
  /** Of a thing that moves: the first of those since when it may have stood. */
  readonly still?: Still;
}

interface Still {
  readonly at: Seconds;
  readonly far: Meters;
  readonly mount: Pose;
}

/** An echo repeats the same sonar's last one, within this and a share of the distance. */
const REPEATED: Meters = 0.15;
const REPEATED_SHARE = 0.05;
/** Two echoes of one thing are no further apart; after that, it has left. */
const IN_A_ROW: Seconds = 0.8;
/** It has left a moment ago: later the robot may have driven on. */
const LEFT_WITHIN: Seconds = 2;
/** A sonar that turned more may have lost what stands, or hear another part of it. */
const TURNED: Radians = deg(3);
/** A thing whose echoes fit one that stands for so long stands. */
const STOOD: Seconds = 3;
/** Noise of distances, and that share of them: two of a thing that stands differ by less. */
const NOISE: Meters = 0.04;
const NOISE_SHARE = 0.03;
/** A thing that moves may be this much farther each second, or nearer; what is at once farther by more is another thing. */
const DRIFT: MetersPerSecond = 0.3;
/** Of a thing that is known to move. */
const SPEED: MetersPerSecond = 1.5;
/** Of a round thing that stands, only its far side may still be in the cone: so much farther, of one as wide as a person. */
const ROUND: Meters = 0.15;
/** A cone does not hear a thin thing at its edge from farther away. */
const HEARD_FAR: Meters = 1.8;
/** The thing itself is no farther from the arc on which it is heard. */
const SAME_THING: Meters = 0.25;
/** No echo marks farther places. */
const REACH: Meters = 3;

export const isRepeated = (far: Meters, before: Meters): boolean =>
  Math.abs(far - before) <= REPEATED + REPEATED_SHARE * far;

const hasTurned = (a: Radians, b: Radians): boolean => Math.abs(wrapAngle(a - b)) > TURNED;

/** What is remembered, while the readings of a tick change it. */
interface Memory {
  readonly hits: HitDraft;
  readonly looks: LookDraft;
  /** By sonar. */
  readonly echoes: Record<string, Echoes>;
}

/** One echo, or one reading without. */
interface Heard {
  readonly sensor: string;
  readonly at: Seconds;
  readonly mount: Pose;
  readonly far: Meters;
}

/** What else is known of an echo. */
interface Known {
  /** Nothing was there a moment ago. */
  readonly came: boolean;
  /** Half the sonar's cone. */
  readonly half: Radians;
  /** What the sonar told before. */
  readonly before: Meters | null | undefined;
}

/** An echo goes on with those before it, or begins anew. What moves is at one place: where it was heard before it is not. */
export function hear(memory: Memory, { sensor, ...heard }: Heard, known: Known): void {
  const { echoes } = memory;
  const before = echoes[sensor];
  const now = withEcho(before, { ...heard, mount: roundedPose(heard.mount) }, known);
  echoes[sensor] = now;
  // An echo of another thing, behind it, does not tell that it is gone: the sonar may have turned away from it.
  if (now.moves && now !== before)
    doubtPlaces(memory, sensor, now, (x, y) => fromArc(heard, known.half, x, y) > SAME_THING);
}

/** Nothing is heard nearer than `far`: a thing that is no longer heard has left. */
export function hearNothing(memory: Memory, now: Heard): void {
  const { sensor } = now;
  const echoes = memory.echoes[sensor];
  if (!echoes || !hasLeft(echoes, now)) return;
  if (echoes.moves) doubtPlaces(memory, sensor, echoes, () => true);
  delete memory.echoes[sensor];
}

/** With one echo more. One of another thing counts when it is nearer and no single one, or when the first has left. */
function withEcho(
  echoes: Echoes | undefined,
  now: Pick<Echoes, 'at' | 'far' | 'mount'>,
  { came, half, before }: Known,
): Echoes {
  const { at, far, mount } = now;
  const { heading } = mount;
  const first = { ...now, since: at, most: far, heading, moves: came };
  if (!echoes || at - echoes.at > IN_A_ROW) return first;
  const ahead = fromPolar(1, heading);
  const on = { x: mount.x - echoes.mount.x, y: mount.y - echoes.mount.y };
  const way = dot(on, ahead);
  const noise = NOISE + NOISE_SHARE * far;
  if (Math.abs(far - echoes.far + way) > noise + (echoes.moves ? SPEED : DRIFT) * (at - echoes.at))
    return far < echoes.far && typeof before === 'number' && isRepeated(far, before) ? first : echoes;
  const { since, moves } = echoes;
  const stands = mayStand(echoes.still, now, half) ? echoes.still : now;
  if (moves && at - stands.at >= STOOD) return { ...now, since: stands.at, most: far, heading, moves: false };
  const still = moves ? { still: stands } : {};
  if (hasTurned(heading, echoes.heading)) return { ...now, since, most: far, heading, moves, ...still };
  const nearer = way * (way > 0 ? Math.cos(half) : 1) - Math.abs(cross(on, ahead)) * Math.sin(half);
  const most = rounded(echoes.most - nearer);
  const isFarther = far > most + ROUND + noise;
  return {
    ...now,
    since,
    most: Math.min(most, far),
    heading: echoes.heading,
    moves: moves || isFarther,
    ...still,
  };
}

/** Whether one standing thing, somewhere in the cone, explains both echoes. */
function mayStand(then: Still | undefined, now: Still, half: Radians): then is Still {
  if (!then || hasTurned(now.mount.heading, then.mount.heading)) return false;
  const ahead = fromPolar(1, then.mount.heading);
  const on = { x: now.mount.x - then.mount.x, y: now.mount.y - then.mount.y };
  const way = dot(on, ahead);
  const slack = Math.abs(cross(on, ahead)) * Math.sin(half) + NOISE + NOISE_SHARE * now.far;
  const nearer = then.far - now.far;
  const ends = [way, way * Math.cos(half)];
  return nearer >= Math.min(...ends) - slack && nearer <= Math.max(...ends) + slack;
}

/** Whether a thing is no longer heard, though it would be if it and the sonar were still where they were. */
function hasLeft({ far, at, mount }: Echoes, now: Heard): boolean {
  const silent = now.at - at;
  if (silent <= IN_A_ROW || silent > LEFT_WITHIN || hasTurned(now.mount.heading, mount.heading)) return false;
  return far <= HEARD_FAR && now.far > far && !isRepeated(now.far, far);
}

/** Those places where a thing was heard are no longer sure that it has left. */
function doubtPlaces(
  { hits, looks }: Memory,
  sensor: string,
  { since, mount }: Echoes,
  hasLeftIt: (x: Meters, y: Meters) => boolean,
): void {
  const ways = looksOf(looks.current, sensor, since);
  const isGone = (x: Meters, y: Meters, heard: Seconds) =>
    heard >= since && hasLeftIt(x, y) && ways.some((look) => showedAt(look, x, y));
  hits.doubt(mount, REACH, isGone);
}

/** How far a place is from the arc of an echo. */
function fromArc({ mount, far }: Pick<Heard, 'mount' | 'far'>, half: Radians, x: Meters, y: Meters): Meters {
  const there = { x: x - mount.x, y: y - mount.y };
  const off = wrapAngle(angleOf(there) - mount.heading);
  const on = fromPolar(far, mount.heading + clamp(off, -half, half));
  return norm(there.x - on.x, there.y - on.y);
}

/** The same after news of the robot's pose. */
export function shiftedEchoes(echoes: Echoes, news: PoseNews): Echoes {
  const { at, mount } = echoes;
  const turn = shareOf(news, at) * news.turn;
  return {
    ...echoes,
    mount: { ...movedBy(news, mount.x, mount.y, at), heading: mount.heading + turn },
    heading: echoes.heading + turn,
    ...(echoes.still && { still: shiftedStill(echoes.still, news) }),
  };
}

function shiftedStill({ at, far, mount }: Still, news: PoseNews): Still {
  const heading = mount.heading + shareOf(news, at) * news.turn;
  return { at, far, mount: { ...movedBy(news, mount.x, mount.y, at), heading } };
}
