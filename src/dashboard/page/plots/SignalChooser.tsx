/** The list of all signals, which can be searched; those pressed or dragged from it are plotted, a chart for each unit. */
import { signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { download } from '../download.js';
import { scene } from '../store.js';
import { csvOf } from './csv.js';
import { recordedSamples } from './history.js';
import { chooseSignal, chosenSignals, isSought, type PlottedSignal, plottedSignals } from './signals.js';

const sought = signal('');

function saveCsv(): void {
  const signals = chosenSignals
    .peek()
    .flatMap((id) => plottedSignals.peek().find((one) => one.id === id) ?? []);
  const { name, history } = scene.peek() ?? {};
  download(`${name ?? 'signals'}.csv`, [csvOf(signals, history?.samples ?? [])], 'text/csv');
}

const DRAGGED = 'text/plain';

function Entry({ one: { id, label, title, spec } }: { readonly one: PlottedSignal }) {
  return (
    // The entry, since some browsers drag no button.
    <li draggable onDragStart={(event) => event.dataTransfer?.setData(DRAGGED, id)}>
      <button type="button" aria-pressed={chosenSignals.value.includes(id)} onClick={() => chooseSignal(id)}>
        {label}
        <span class="note">{spec.unit === '' ? title : `${title}, ${spec.unit}`}</span>
      </button>
    </li>
  );
}

export function SignalChooser({ children }: { readonly children: ComponentChildren }) {
  const isOver = useSignal(false);
  const found = plottedSignals.value.filter((one) => isSought(one, sought.value));
  return (
    <div class="signals">
      <input
        type="search"
        aria-label="Search for a signal"
        placeholder="Search: a robot, speed, force …"
        value={sought.value}
        onInput={(event) => {
          sought.value = event.currentTarget.value;
        }}
      />
      <ul class="signal-list" aria-label="Signals">
        {found.map((one) => (
          <Entry key={one.id} one={one} />
        ))}
        {found.length === 0 && <li class="note">No signal has these words.</li>}
      </ul>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a press on the entry does the same. */}
      <div
        class="signal-charts"
        data-over={isOver.value || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          isOver.value = true;
        }}
        onDragLeave={() => {
          isOver.value = false;
        }}
        onDrop={(event) => {
          event.preventDefault();
          isOver.value = false;
          const id = event.dataTransfer?.getData(DRAGGED) ?? '';
          if (plottedSignals.peek().some((one) => one.id === id)) chooseSignal(id, true);
        }}
      >
        {chosenSignals.value.length === 0 && (
          <p class="note">Press a signal, or drag it here: it is plotted with others of its unit.</p>
        )}
        {children}
      </div>
      {chosenSignals.value.length > 0 && recordedSamples.value && (
        <button type="button" class="doing" onClick={saveCsv}>
          Save as CSV
        </button>
      )}
    </div>
  );
}
