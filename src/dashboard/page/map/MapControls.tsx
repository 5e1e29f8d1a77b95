/** The map's surroundings: its toolbar, the legend, and the map as text. */
import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useId, useState } from 'preact/hooks';
import { colorOf } from '../../../scene/inks.js';
import { type LegendRow, legendRows } from '../../../scene/legend.js';
import { describeMap } from '../format.js';
import { theme } from '../layout/display.js';
import { Icon, type IconName } from '../layout/Icon.js';
import { cameraFollows, can, frame, scene, selectedRobot, showForces, showMarks, tool } from '../store.js';
import { meaningOf } from '../words.js';
import { behaviorColors } from './drawing/behaviorColors.js';
import { fitView, zoomBy } from './view/mapState.js';

const TOOLS = [
  { id: 'target', name: 'Target', icon: 'target', title: 'Press on the map: the target goes there' },
  { id: 'path', name: 'Path', icon: 'path', title: 'Draw a path on the map' },
  { id: 'move', name: 'Move', icon: 'move', title: 'Drag robots and obstacles on the map' },
] as const;

const isToolUsable = (id: (typeof TOOLS)[number]['id']): boolean =>
  id === 'target' ? can('goTo') || can('pointer') : can(id === 'path' ? 'follow' : 'move');

interface SwitchProps {
  readonly on: Signal<boolean>;
  readonly name: string;
  readonly icon: IconName;
  readonly keys?: string;
  readonly title?: string;
}

function Switch({ on, name, icon, keys, title }: SwitchProps) {
  const toggle = (): void => {
    on.value = !on.value;
  };
  return (
    <button type="button" title={title} aria-pressed={on.value} aria-keyshortcuts={keys} onClick={toggle}>
      <Icon name={icon} />
      <span>{name}</span>
    </button>
  );
}

function Tools() {
  const tools = TOOLS.filter(({ id }) => isToolUsable(id));
  if (tools.length === 0) return null;
  return (
    <fieldset class="group">
      <legend class="unseen">Tool</legend>
      {tools.map(({ id, name, icon, title }) => (
        <button
          key={id}
          type="button"
          title={title}
          aria-pressed={tool.value === id}
          onClick={() => {
            tool.value = id;
          }}
        >
          <Icon name={icon} />
          <span>{name}</span>
        </button>
      ))}
    </fieldset>
  );
}

function Zoom() {
  const ZOOM = 1.3;
  return (
    <fieldset class="group">
      <legend class="unseen">Zoom</legend>
      <button type="button" aria-label="Zoom in" onClick={() => zoomBy(ZOOM)}>
        <Icon name="plus" />
      </button>
      <button type="button" aria-label="Zoom out" onClick={() => zoomBy(1 / ZOOM)}>
        <Icon name="minus" />
      </button>
      <button type="button" aria-label="Fit the whole scene" onClick={() => fitView()}>
        <Icon name="fit" />
      </button>
    </fieldset>
  );
}

/** The toolbar: what a press on the map does, what the map shows, and its zoom. */
export function Toolbar() {
  if (!scene.value) return null;
  return (
    <div class="toolbar">
      <Tools />
      <fieldset class="group">
        <legend class="unseen">Shown</legend>
        <Switch on={showForces} name="Forces" icon="force" keys="F" />
        <Switch on={showMarks} name="Marks" icon="marks" keys="G" />
        <Switch
          on={cameraFollows}
          name="Track robot"
          icon="follow"
          title="The map keeps the robot in its center"
        />
      </fieldset>
      <Zoom />
    </div>
  );
}

const SIGN_CIRCLE = { cx: 14, cy: 6, r: 4.5 };

function Sign({ color, sign, width, dashed }: LegendRow) {
  const ink = colorOf(color, theme.value);
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
      {sign === 'line' && <path d="M0 6H28" {...line} />}
      {sign === 'ring' && <circle {...SIGN_CIRCLE} {...line} />}
      {sign === 'disc' && <circle {...SIGN_CIRCLE} fill={ink} opacity="0.5" />}
    </svg>
  );
}

/** Where the open legend would cover what happens. */
const hasRoom = matchMedia('(min-width: 1400px)').matches;

/** The legend of arrows, in a corner of the map; in little space, behind a button. */
export function Legend() {
  const [open, setOpen] = useState(hasRoom);
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
        {legendRows(now, (behavior) => behaviorColors.slot(behavior)).map((row) => (
          <li key={row.words} title={meaningOf(row.words)}>
            <Sign {...row} />
            {row.words}
          </li>
        ))}
      </ul>
    </div>
  );
}

const DESCRIPTION_PERIOD_MS = 1000;

/** The map as text, for users who cannot see it; updated every second, and never announced by itself. */
export function MapDescription() {
  const words = useSignal('');
  useEffect(() => {
    const tell = (): void => {
      words.value = describeMap(scene.peek(), frame.peek(), selectedRobot.peek() ?? undefined);
    };
    tell();
    const timer = setInterval(tell, DESCRIPTION_PERIOD_MS);
    return () => clearInterval(timer);
  }, [words]);
  return (
    <section class="unseen" aria-label="The map in words">
      <p>{words}</p>
    </section>
  );
}
