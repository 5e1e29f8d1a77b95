/** What the arrows mean, beside the map and never over it; where there is little room, behind a button. */
import { useId, useState } from 'preact/hooks';
import { narrow } from '../layout/narrow.js';
import { scene, showForces } from '../store.js';
import { behaviorColors } from './drawing/behaviorColors.js';
import { type LegendRow, legendRows } from './legendRows.js';

const SIGN_CIRCLE = { cx: 14, cy: 6, r: 4.5 };

function Sign({ color, sign, width, dashed }: LegendRow) {
  const ink = `var(--map-${color})`;
  const line = {
    stroke: ink,
    'stroke-width': width,
    'stroke-dasharray': dashed ? '4 2.5' : undefined,
    fill: 'none',
  };
  return (
    <svg class="legend-sign" viewBox="0 0 28 12" aria-hidden="true">
      {sign === 'arrow' && (
        <>
          <path d="M0 6H20" {...line} />
          <path d="M28 6L18 10.5V1.5z" fill={ink} />
        </>
      )}
      {sign === 'ring' && <circle {...SIGN_CIRCLE} {...line} />}
      {sign === 'disc' && <circle {...SIGN_CIRCLE} fill={ink} opacity="0.5" />}
    </svg>
  );
}

export function Legend() {
  const [open, setOpen] = useState(!narrow.peek());
  const list = useId();
  const now = scene.value;
  if (!now || !showForces.value) return null;
  behaviorColors.update(now);
  return (
    <div class="legend">
      <button
        type="button"
        class="fold"
        aria-expanded={open}
        aria-controls={list}
        onClick={() => setOpen(!open)}
      >
        Legend
      </button>
      <ul id={list} hidden={!open}>
        {legendRows(now, behaviorColors).map((row) => (
          <li key={row.words}>
            <Sign {...row} />
            {row.words}
          </li>
        ))}
      </ul>
    </div>
  );
}
