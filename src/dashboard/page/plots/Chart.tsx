/** A chart, and beneath it its values now: legend, and the same thing in words. */
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { theme } from '../layout/theme.js';
import { formatFixed } from '../words.js';
import type { ChartSpec } from './charts.js';
import { type Curve, curvesOf } from './curves.js';
import { drawChart } from './drawChart.js';
import { seriesOfChart } from './history.js';

/** Faster nobody reads numbers. */
const VALUES_PERIOD_MS = 250;

function Swatch({ color, dash }: Curve) {
  return (
    <svg class="swatch" viewBox="0 0 24 8" aria-hidden="true">
      <line x1="0" y1="4" x2="24" y2="4" stroke={color} stroke-dasharray={dash.join(' ')} />
    </svg>
  );
}

function Values({ spec }: { readonly spec: ChartSpec }) {
  const beat = useSignal(0);
  useEffect(() => {
    const timer = setInterval(() => {
      beat.value += 1;
    }, VALUES_PERIOD_MS);
    return () => clearInterval(timer);
  }, [beat]);
  const strip = seriesOfChart(spec.id);
  if (beat.value >= 0 && strip.names.length === 0) return <p class="note">Nobody measures this here.</p>;
  const newest = (name: string): string =>
    spec.counts?.includes(name)
      ? formatFixed(strip.newest(name), 0)
      : formatFixed(strip.newest(name), spec.digits);
  return (
    <table class="values">
      <caption class="unseen">{spec.title} now</caption>
      <tbody>
        {curvesOf(spec, theme.value).map((curve) => (
          <tr key={curve.name}>
            <th scope="row">
              <Swatch {...curve} />
              {curve.name}
            </th>
            <td>
              <span class="number">{newest(curve.name)}</span>{' '}
              {spec.counts?.includes(curve.name) ? '' : spec.unit}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function Chart({ spec }: { readonly spec: ChartSpec }) {
  const holder = useRef<HTMLDivElement>(null);
  const look = theme.value;
  useEffect(() => (holder.current ? drawChart(holder.current, spec, look) : undefined), [spec, look]);
  return (
    <figure class="chart">
      <div ref={holder} class="chart-plot" role="img" aria-label={`${spec.title} over the last 30 s`} />
      <Values spec={spec} />
    </figure>
  );
}
