/** Every tunable number, in its groups. */
import type { Tunable } from '../../../signals/view.js';
import { mayDrive } from '../drive/may.js';
import { Icon } from '../layout/Icon.js';
import { can, operate, scene } from '../store.js';
import { Slider } from './Slider.js';

const grouped = (tunables: readonly Tunable[]): (readonly [string, readonly Tunable[]])[] =>
  [...new Set(tunables.map(({ group }) => group))].map((group) => [
    group,
    tunables.filter((tunable) => tunable.group === group),
  ]);

export function Tuning() {
  const disabled = !mayDrive.value || !can('tune');
  return (
    <div class="tuning">
      {grouped(scene.value?.tunables ?? []).map(([group, tunables]) => (
        <fieldset key={group}>
          <legend>{group}</legend>
          {tunables.map((tunable) => (
            <Slider key={tunable.id} tunable={tunable} disabled={disabled} />
          ))}
        </fieldset>
      ))}
      {can('save') && (
        <button type="button" disabled={disabled} onClick={() => operate({ kind: 'save' })}>
          <Icon name="save" />
          Save
        </button>
      )}
    </div>
  );
}
