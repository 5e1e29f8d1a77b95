/** The panels beside the map, each with a heading that folds it; on a phone, tabs below the map. */
import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { DrivePanel } from '../drive/DriveControls.js';
import { LogPanel } from '../log/LogPanel.js';
import { PlotsPanel } from '../plots/PlotsPanel.js';
import { hasResults } from '../scenes/results.js';
import { Missions, Results } from '../scenes/Scenes.js';
import { scene } from '../store.js';
import { Tuning } from '../tuning/Tuning.js';
import { narrow } from './display.js';
import { ErrorBoundary } from './ErrorBoundary.js';
import { type Tab, Tabs } from './Tabs.js';

interface PanelProps {
  readonly title: string;
  readonly children: () => ComponentChildren;
}

/** A part of the side column with a heading that folds it. */
function Panel({ title, children }: PanelProps) {
  const [open, setOpen] = useState(true);
  const id = useId();
  return (
    <section class="panel" aria-labelledby={id}>
      <h2 id={id}>
        <button type="button" class="fold" aria-expanded={open} onClick={() => setOpen(!open)}>
          {title}
        </button>
      </h2>
      {open && <div class="panel-body">{children()}</div>}
    </section>
  );
}

function panelsNow(): Tab[] {
  const now = scene.value;
  const about = {
    id: 'about',
    title: 'About this scene',
    content: () => <p class="about-text">{now?.about}</p>,
    shown: !!now?.about,
  };
  const all: (Tab & { readonly shown: boolean })[] = [
    // On a phone the first tab is open: the missions.
    ...(narrow.value ? [] : [about]),
    { id: 'missions', title: 'Missions', content: () => <Missions />, shown: !!now?.missions?.length },
    { id: 'results', title: 'Result', content: () => <Results />, shown: hasResults.value },
    { id: 'drive', title: 'Drive', content: () => <DrivePanel />, shown: now?.source !== 'recording' },
    { id: 'plots', title: 'Plots', content: () => <PlotsPanel />, shown: true },
    { id: 'log', title: 'Log', content: () => <LogPanel />, shown: true },
    { id: 'tuning', title: 'Tuning', content: () => <Tuning />, shown: !!now?.tunables?.length },
    ...(narrow.value ? [about] : []),
  ];
  return all
    .filter(({ shown }) => shown)
    .map(({ content, ...tab }) => ({
      ...tab,
      content: () => <ErrorBoundary what={tab.title}>{content()}</ErrorBoundary>,
    }));
}

export function Panels() {
  const panels = panelsNow();
  return (
    <aside class="side" aria-label="Panels">
      {narrow.value ? (
        <Tabs label="Panels" tabs={panels} />
      ) : (
        panels.map(({ id, title, content }) => (
          <Panel key={id} title={title}>
            {content}
          </Panel>
        ))
      )}
    </aside>
  );
}
