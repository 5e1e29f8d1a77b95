/** Why the robot in focus does what it does at the instant that is shown. */
import './moment.css';
import { computed } from '@preact/signals';
import { colorOf } from '../../../scene/inks.js';
import { type AskedBehavior, momentOf } from '../../../scene/moment.js';
import { formatFixed } from '../format.js';
import { theme } from '../layout/display.js';
import { behaviorColors } from '../map/drawing/behaviorColors.js';
import { focusedRobot, frame, scene } from '../store.js';

/** A run in progress changes faster than anybody reads. */
export const showsMoment = computed(() => scene.value?.source === 'recording');

const moment = computed(() => {
  const view = focusedRobot.value;
  const robot = frame.value?.robots?.find(({ id }) => id === view?.id);
  return view && robot ? momentOf(view, robot) : undefined;
});

function Asked({ behavior, force, towards, weight, silent }: AskedBehavior) {
  const name = behavior.replace(/^.*: /, '');
  const color = behaviorColors.has(name) ? colorOf(behaviorColors.slot(name), theme.value) : undefined;
  return (
    <li data-silent={silent !== undefined || undefined}>
      <span>
        <strong style={silent === undefined && color ? { color } : undefined}>{behavior}</strong>
        {weight !== undefined && ` (× ${weight})`}
      </span>
      {silent ?? `${formatFixed(force, 3)} N${towards ? ` ${towards}` : ''}`}
    </li>
  );
}

function Told({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul class="told">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  );
}

export function MomentPanel() {
  const now = moment.value;
  if (!now) return <p class="note">The robot has not begun yet.</p>;
  return (
    <div class="moment">
      <p>{now.does.join(' ')}</p>
      {now.asked.length > 0 && (
        <>
          <h3>What each behavior asks for</h3>
          <ul class="asked">
            {now.asked.map((one, i) => (
              <Asked key={`${i} ${one.behavior}`} {...one} />
            ))}
            {now.together && <Asked behavior="together" {...now.together} />}
          </ul>
        </>
      )}
      <Told title="What was cut" lines={now.cut} />
      <Told title="What it knew" lines={now.knew} />
    </div>
  );
}
