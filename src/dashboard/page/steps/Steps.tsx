/** The mission of the robot in focus, node by node: what has ended and how, what runs, and a click that goes there. */
import { computed, signal } from '@preact/signals';
import type { StepView } from '../../../signals/view.js';
import { can, focusedRobot, frame, mayDrive, operate, scene } from '../store.js';

const steps = computed<readonly StepView[]>(() => focusedRobot.value?.steps ?? []);
const letters = computed(
  () => frame.value?.robots?.find(({ id }) => id === focusedRobot.value?.id)?.steps ?? '',
);

/** Whether the mission in focus has nodes with state. */
export const showsSteps = computed(() => steps.value.length > 0);

const STATES: Readonly<Record<string, readonly [state: string, sign: string, words: string]>> = {
  w: ['waiting', '·', 'waits'],
  r: ['running', '▶', 'runs'],
  d: ['done', '✓', 'done'],
  f: ['failed', '✗', 'failed'],
};

/** The step of a real robot that was pressed once: it moves, so it is asked for again. */
const asked = signal<string | null>(null);

function goTo(step: string): void {
  if (scene.value?.source === 'robot' && asked.value !== step) {
    asked.value = step;
    return;
  }
  asked.value = null;
  operate({ kind: 'goToStep', ...(focusedRobot.value && { robot: focusedRobot.value.id }), step });
}

const tell = (name: string): void =>
  operate({ kind: 'signal', ...(focusedRobot.value && { robot: focusedRobot.value.id }), name });

function Step({ step: { path, depth, words, asks = [] }, letter }: { step: StepView; letter: string }) {
  const [state, sign, said] = STATES[letter] ?? ['waiting', '·', 'waits'];
  const isAsked = asked.value === path;
  return (
    <li data-state={state} style={{ '--depth': Math.min(depth, 8) }}>
      <button
        type="button"
        class="step"
        title={path}
        aria-current={state === 'running' ? 'step' : undefined}
        disabled={!can('goToStep') || !mayDrive.value}
        onClick={() => goTo(path)}
        onBlur={() => {
          if (isAsked) asked.value = null;
        }}
      >
        <span class="sign" aria-hidden="true">
          {sign}
        </span>
        <span class="unseen">{said}: </span>
        {isAsked ? <strong>The robot will move: press again to go on here.</strong> : words}
      </button>
      {state === 'running' &&
        asks.map((name) => (
          <button
            key={name}
            type="button"
            class="tell"
            disabled={!can('signal') || !mayDrive.value}
            onClick={() => tell(name)}
          >
            {name}
          </button>
        ))}
    </li>
  );
}

/** All nodes, from the top down. */
export function Steps() {
  return (
    <ol class="steps" aria-label="Steps of the mission" data-testid="steps">
      {steps.value.map((step, i) => (
        <Step key={step.path} step={step} letter={letters.value[i] ?? 'w'} />
      ))}
    </ol>
  );
}
