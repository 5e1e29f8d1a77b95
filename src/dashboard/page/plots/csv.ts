/** The plotted signals as comma-separated values: a row for each sample that is plotted. */
import type { FrameView } from '../../../signals/view.js';
import type { PlottedSignal } from './signals.js';

/** Quotes as RFC 4180 has them. */
const cell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** @returns lines that end as RFC 4180 wants it; an unknown value is empty */
export function csvOf(signals: readonly PlottedSignal[], samples: readonly FrameView[]): string {
  const head = signals.map(({ label, title, spec }) =>
    cell(spec.unit === '' ? `${label} (${title})` : `${label} (${title}) [${spec.unit}]`),
  );
  const rows = samples.map((at) => [at.at, ...signals.map((one) => finite(one.of(at)))]);
  return [['time [s]', ...head], ...rows].map((row) => `${row.join(',')}\r\n`).join('');
}

const finite = (value: number | undefined): number | '' =>
  value !== undefined && Number.isFinite(value) ? Number(value.toPrecision(9)) : '';
