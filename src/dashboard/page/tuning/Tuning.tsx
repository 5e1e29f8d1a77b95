/** The tunable numbers in groups: the behaviors first, the body and ghosts folded. */
import { Icon } from '../layout/Icon.js';
import { can, mayOperate, operate, scene } from '../store.js';
import { Slider } from './Slider.js';
import {
  changedTunables,
  SECTION_TITLES,
  type TuningGroup,
  type TuningSection,
  tuningGroups,
} from './sections.js';

/** The server takes no more from a page than one in this time. */
const RESET_PERIOD_MS = 50;

/** Sets every changed number back, one after the other. */
function resetAll(): void {
  const changed = changedTunables(scene.peek()?.tunables ?? []);
  changed.forEach(({ id, value, initial = value }, i) => {
    setTimeout(() => operate({ kind: 'tune', id, value: initial }), i * RESET_PERIOD_MS);
  });
}

interface SectionProps extends TuningSection {
  readonly group: string;
  readonly disabled: boolean;
}

function Section({ group, section, tunables, disabled }: SectionProps) {
  const title = SECTION_TITLES[section];
  const sliders = tunables.map((tunable) => (
    <Slider key={tunable.id} tunable={tunable} disabled={disabled} />
  ));
  if (section !== 'body') {
    return (
      <fieldset aria-label={`${group}: ${title}`}>
        <legend>{title}</legend>
        {sliders}
      </fieldset>
    );
  }
  return (
    <details class="tuning-fold">
      <summary>{title}</summary>
      {sliders}
    </details>
  );
}

function Group({ group, ghost, sections, disabled }: TuningGroup & { readonly disabled: boolean }) {
  const content = sections.map((section) => (
    <Section key={section.section} {...section} group={group} disabled={disabled} />
  ));
  if (ghost) {
    return (
      <details class="tuning-fold">
        <summary>{group === 'ghost' ? group : `${group} (ghost)`}</summary>
        {content}
      </details>
    );
  }
  return (
    <section class="tuning-group" aria-label={group}>
      <h3>{group}</h3>
      {content}
    </section>
  );
}

export function Tuning() {
  const now = scene.value;
  const disabled = !mayOperate.value || !can('tune');
  const changes = changedTunables(now?.tunables ?? []).length;
  return (
    <div class="tuning">
      {now && tuningGroups(now).map((group) => <Group key={group.group} {...group} disabled={disabled} />)}
      <div class="tuning-buttons">
        {can('save') && (
          <button type="button" disabled={disabled} onClick={() => operate({ kind: 'save' })}>
            <Icon name="save" />
            Save
          </button>
        )}
        <button type="button" disabled={disabled || changes === 0} onClick={resetAll}>
          <Icon name="restart" />
          {changes === 0 ? 'Reset all' : `Reset all (${changes} changed)`}
        </button>
      </div>
    </div>
  );
}
