/** The laws of the choice of wheel speeds, written down a second time: what a choice may be, and what it must never do. */

import { chooseWheels } from '../../src/locomotion/differentialDrive.js';
import type { BodyLimits } from '../../src/robot/limits.js';
import type { Twist, WheelSpeeds } from '../../src/signals/signals.js';
import { SMALL } from '../support/percept.js';

export interface Setting {
  readonly wanted: Twist;
  readonly last: WheelSpeeds;
  readonly body: BodyLimits;
  readonly dt: number;
}

const SLACK = 1e-9;
const mean = ({ left, right }: WheelSpeeds) => (left + right) / 2;
const mirrored = ({ left, right }: WheelSpeeds): WheelSpeeds => ({ left: right, right: left });
const turnedRound = ({ left, right }: WheelSpeeds): WheelSpeeds => ({ left: -right, right: -left });

/** The wanted speeds, cut to the turn rate, then to the rim speed, at the same curvature. */
function speedAsked({ linear, angular }: Twist, { maxTurnRate, maxWheelSpeed, track }: BodyLimits): number {
  const slower = Math.min(1, maxTurnRate / Math.max(1e-12, Math.abs(angular)));
  const fastest = (Math.abs(linear) + (Math.abs(angular) * track) / 2) * slower;
  return linear * slower * Math.min(1, maxWheelSpeed / Math.max(1e-12, fastest));
}

/** The names of the laws that a choice breaks. */
export function brokenLaws(wanted: Twist, last: WheelSpeeds, body: BodyLimits, dt: number): string[] {
  const chosen = chooseWheels(wanted, last, body, dt);
  const step = body.maxAcceleration * dt;
  const reaches = (speed: number, before: number) =>
    Math.abs(speed - before) <= step + SLACK && Math.abs(speed) <= body.maxWheelSpeed + SLACK;
  const left = { linear: wanted.linear, angular: -wanted.angular };
  const back = { linear: -wanted.linear, angular: wanted.angular };
  const laws = {
    'within the windows': reaches(chosen.left, last.left) && reaches(chosen.right, last.right),
    'the same in a mirror': isNear(chooseWheels(left, mirrored(last), body, dt), mirrored(chosen)),
    'the same backwards': isNear(chooseWheels(back, turnedRound(last), body, dt), turnedRound(chosen)),
    'told to slow down it does': fallsWhereAsked(wanted, last, chosen, body),
    'never faster than before and than wanted':
      Math.abs(mean(chosen)) <= Math.max(Math.abs(mean(last)), Math.abs(speedAsked(wanted, body))) + SLACK,
  };
  return Object.entries(laws).flatMap(([law, holds]) => (holds ? [] : [law]));
}

const isNear = (one: WheelSpeeds, other: WheelSpeeds) =>
  Math.abs(one.left - other.left) < 1e-7 && Math.abs(one.right - other.right) < 1e-7;

function fallsWhereAsked(wanted: Twist, last: WheelSpeeds, chosen: WheelSpeeds, body: BodyLimits): boolean {
  const [was, asked] = [Math.abs(mean(last)), speedAsked(wanted, body) * Math.sign(mean(last))];
  if (was < 1e-6 || asked >= was - 1e-6) return true;
  return mean(chosen) * Math.sign(mean(last)) < was;
}

/** A grid of all that may be chosen: each wheel within reach of what it was, and slowing down where less is wanted. */
export function* choicesOf(aim: WheelSpeeds, last: WheelSpeeds, body: BodyLimits, dt: number) {
  const step = body.maxAcceleration * dt;
  const V = body.maxWheelSpeed;
  const [was, asked] = [last.left + last.right, aim.left + aim.right];
  const fastest = Math.max(Math.abs(last.left), Math.abs(last.right), 1e-12);
  const braked = was * Math.max(0, 1 - (0.9 * step) / fastest);
  const sign = was < 0 ? -1 : 1;
  const most = asked * sign < was * sign ? Math.max(asked * sign, braked * sign) : asked * sign;
  const least = was === 0 ? 0 : -Math.max(Math.abs(was), Math.abs(asked));
  for (let i = -8; i <= 8; i++) {
    for (let j = -8; j <= 8; j++) {
      const left = Math.max(-V, Math.min(V, last.left + (i / 8) * step));
      const right = Math.max(-V, Math.min(V, last.right + (j / 8) * step));
      if ((left + right) * sign >= least && (left + right) * sign <= most) yield { left, right };
    }
  }
}

/** @param next uniform from 0 to 1 */
export function randomSetting(next: () => number): Setting {
  const between = (low: number, high: number) => low + (high - low) * next();
  const body = {
    ...SMALL,
    track: between(0.05, 0.4),
    maxWheelSpeed: between(0.2, 1.5),
    maxAcceleration: between(0.2, 4),
    maxTurnRate: between(1, 20),
  };
  const V = body.maxWheelSpeed;
  const rim = () => between(-V, V);
  const lasts = [
    () => ({ left: rim(), right: rim() }),
    () => straight(rim()),
    () => onTheSpot(rim()),
    () => straight(0),
  ];
  const last = (lasts[Math.floor(between(0, 4))] as () => WheelSpeeds)();
  const wish = { linear: between(-1.2, 1.2) * V, angular: between(-10, 10) };
  const wishes = [wish, { ...wish, linear: 0 }, { ...wish, angular: 0 }, { linear: 0, angular: 0 }];
  const wanted = wishes[Math.max(0, Math.floor(between(-4, 4)))] as Twist;
  return { wanted, last, body, dt: between(0.004, 0.1) };
}

const straight = (speed: number): WheelSpeeds => ({ left: speed, right: speed });
const onTheSpot = (speed: number): WheelSpeeds => ({ left: -speed, right: speed });

/** Bodies at .5 m/s that are told to be slow while the wanted turn changes sides: how much too fast after a second. */
export function* alternatingWishes() {
  for (const dt of [0.004, 0.02, 0.1]) {
    for (const linear of [0, 0.01, 0.05, 0.1, 0.3]) {
      for (const angular of [0.02, 0.1, 0.5, 2, 5]) {
        const body = { ...SMALL, maxAcceleration: 1 };
        let last = straight(0.5);
        for (let i = 0; i < 1 / dt; i++) {
          const side = i % 2 === 0 ? 1 : -1;
          last = chooseWheels({ linear, angular: side * angular }, last, body, dt);
        }
        yield { dt, wish: { linear, angular }, tooFast: mean(last) - linear };
      }
    }
  }
}
