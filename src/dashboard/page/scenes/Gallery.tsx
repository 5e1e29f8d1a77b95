/** Every scene that can be opened from here. */
import { useSignal } from '@preact/signals';
import { mayOperate } from '../drive/may.js';
import { Drawer } from '../layout/Drawer.js';
import { closeDrawer } from '../layout/dialogs.js';
import { can, operate, scene } from '../store.js';

function openScene(name: string): void {
  operate({ kind: 'open', scene: name });
  closeDrawer();
}

export function Gallery() {
  const wanted = useSignal('');
  const words = wanted.value.trim().toLowerCase();
  const scenes = (scene.value?.gallery ?? []).filter(({ name, about }) =>
    `${name} ${about}`.toLowerCase().includes(words),
  );
  return (
    <Drawer name="gallery" title="Scenes">
      <input
        type="search"
        class="filter"
        aria-label="Find a scene"
        placeholder="Find a scene"
        onInput={(event) => {
          wanted.value = event.currentTarget.value;
        }}
      />
      <ul class="gallery">
        {scenes.map(({ name, about }) => (
          <li key={name}>
            <button
              type="button"
              aria-current={name === scene.value?.name ? 'true' : undefined}
              disabled={!can('open') || !mayOperate.value}
              onClick={() => openScene(name)}
            >
              <strong>{name}</strong> <span>{about}</span>
            </button>
          </li>
        ))}
      </ul>
      {scenes.length === 0 && <p class="note">No scene has these words.</p>}
    </Drawer>
  );
}
