/** The present values of a chart, which are also its legend and its text for screen readers; beside an instant A, the change since. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { formatFixed } from '../format.js';
import { theme } from '../layout/display.js';
import { frame } from '../store.js';
import { anchor } from '../timeline/anchor.js';
import { meaningOf } from '../words.js';
import type { ChartSpec } from './charts.js';
import { curvesOf, type PlotCurve } from './curves.js';
import { recordedSamples, sampleOf, seriesOfChart } from './history.js';

/** Numbers that change faster cannot be read. */
const VALUES_PERIOD_MS = 250;

function Swatch({ color, dash }: PlotCurve) {
  return (
    <svg class="swatch" viewBox="0 0 24 8" aria-hidden="true">
      <line x1="0" y1="4" x2="24" y2="4" stroke={color} stroke-dasharray={dash.join(' ')} />
    </svg>
  );
}

export function Values({ spec }: { readonly spec: ChartSpec }) {
  const beat = useSignal(0);
  useEffect(() => {
    const timer = setInterval(() => {
      beat.value += 1;
    }, VALUES_PERIOD_MS);
    return () => clearInterval(timer);
  }, [beat]);
  const series = seriesOfChart(spec.id);
  // Nothing is measured before the first tick.
  if (beat.value > 0 && series.names.length === 0) return <p class="note">This robot does not measure it.</p>;
  const { value: kept } = anchor;
  const at = frame.peek();
  // Of a recording the frame itself, not the sample next to it.
  const now = recordedSamples.peek() && at ? sampleOf(spec, at) : undefined;
  const before = kept && sampleOf(spec, kept);
  const digits = (name: string): number => (spec.counts?.includes(name) ? 0 : spec.digits);
  const shown = (name: string) => (now ? now[name] : series.valueAt(name));
  return (
    <table class="values" data-compared={kept ? true : undefined}>
      <caption class="unseen">{spec.title} now</caption>
      {before && (
        <thead>
          <tr>
            <td />
            <th scope="col">at A</th>
            <th scope="col">now</th>
            <th scope="col">change</th>
          </tr>
        </thead>
      )}
      <tbody>
        {curvesOf(spec, theme.value).map((curve) => {
          const { name } = curve;
          const unit = spec.counts?.includes(name) ? '' : spec.unit;
          const change = before ? difference(before[name], shown(name), spec.turn) : undefined;
          return (
            <tr key={name} title={meaningOf(name)}>
              <th scope="row">
                <Swatch {...curve} />
                {name}
              </th>
              {before && (
                <td>
                  <span class="number">{formatFixed(before[name], digits(name))}</span>
                </td>
              )}
              <td>
                <span class="number">{formatFixed(shown(name), digits(name))}</span> {!before && unit}
              </td>
              {before && (
                <td>
                  <span class="number">{formatChange(change, digits(name))}</span> {unit}
                </td>
              )}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** Of an angle the shorter way round. */
function difference(
  from: number | undefined,
  to: number | undefined,
  turn: number | undefined,
): number | undefined {
  if (from === undefined || to === undefined) return undefined;
  return turn === undefined ? to - from : to - from - turn * Math.round((to - from) / turn);
}

/** `+0.120` */
const formatChange = (change: number | undefined, digits: number): string =>
  `${change !== undefined && change > 0 ? '+' : ''}${formatFixed(change, digits)}`;
