/** What a press on the map does, what it shows, and how near one is. */
import type { Signal } from '@preact/signals';
import { Icon, type IconName } from '../layout/Icon.js';
import { fitView, zoomBy } from '../map/Map.js';
import { cameraFollows, can, scene, showForces, showMarks, tool } from '../store.js';

const TOOLS = [
  { id: 'target', name: 'Target', icon: 'target', title: 'Press on the map: the target goes there' },
  { id: 'path', name: 'Path', icon: 'path', title: 'Draw a path on the map' },
  { id: 'move', name: 'Move', icon: 'move', title: 'Drag robots and things on the map' },
] as const;

const isToolUsable = (id: (typeof TOOLS)[number]['id']): boolean =>
  id === 'target' ? can('goTo') || can('pointer') : can(id === 'path' ? 'follow' : 'move');

interface SwitchProps {
  readonly on: Signal<boolean>;
  readonly name: string;
  readonly icon: IconName;
  readonly keys?: string;
}

function Switch({ on, name, icon, keys }: SwitchProps) {
  const toggle = (): void => {
    on.value = !on.value;
  };
  return (
    <button type="button" aria-pressed={on.value} aria-keyshortcuts={keys} onClick={toggle}>
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

export function Toolbar() {
  if (!scene.value) return null;
  return (
    <div class="toolbar">
      <Tools />
      <fieldset class="group">
        <legend class="unseen">Shown</legend>
        <Switch on={showForces} name="Forces" icon="force" keys="F" />
        <Switch on={showMarks} name="Marks" icon="marks" keys="G" />
        <Switch on={cameraFollows} name="Follow" icon="follow" />
      </fieldset>
      <Zoom />
    </div>
  );
}
