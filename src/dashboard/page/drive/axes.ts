/** What a stick's or a pad's deflection asks for. Screens and pads count right and down positive. */
import { type TeleopDemand, ZERO_DEMAND } from './teleop.js';

/** Pads hardly ever rest at zero. */
const PAD_DEAD_ZONE = 0.15;

/** A deflection of length 0 … 1; the dead zone is taken out of its length, so that there is no jump. */
export function demandOfAxes(right: number, down: number, deadZone = PAD_DEAD_ZONE): TeleopDemand {
  const long = Math.hypot(right, down);
  if (!(long > deadZone)) return ZERO_DEMAND;
  const share = Math.min(1, (long - deadZone) / (1 - deadZone)) / long;
  // No minus zero: what is still is exactly 0.
  return { linear: 0 - down * share, angular: 0 - right * share };
}

/** The pad that is held: the most deflected left stick. */
export function demandOfPads(pads: readonly ({ readonly axes: readonly number[] } | null)[]): TeleopDemand {
  const demands = pads.map((pad) => demandOfAxes(pad?.axes[0] ?? 0, pad?.axes[1] ?? 0));
  const size = ({ linear, angular }: TeleopDemand): number => Math.hypot(linear, angular);
  return demands.reduce((most, demand) => (size(demand) > size(most) ? demand : most), ZERO_DEMAND);
}
