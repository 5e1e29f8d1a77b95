/** The panels beside the map; on a phone, tabs below it. */
import { DrivePanel } from '../drive/DrivePanel.js';
import { LogPanel } from '../news/LogPanel.js';
import { PlotsPanel } from '../plots/PlotsPanel.js';
import { Missions } from '../scenes/Missions.js';
import { hasResults, Results } from '../scenes/Results.js';
import { scene } from '../store.js';
import { Tuning } from '../tuning/Tuning.js';
import { ErrorBoundary } from './Guard.js';
import { narrow } from './narrow.js';
import { Panel } from './Panel.js';
import { type Tab, Tabs } from './Tabs.js';

function panelsNow(): Tab[] {
  const now = scene.value;
  const all: (Tab & { readonly shown: boolean })[] = [
    { id: 'missions', title: 'Missions', content: () => <Missions />, shown: !!now?.missions?.length },
    { id: 'results', title: 'Result', content: () => <Results />, shown: hasResults.value },
    { id: 'drive', title: 'Drive', content: () => <DrivePanel />, shown: now?.source !== 'recording' },
    { id: 'plots', title: 'Plots', content: () => <PlotsPanel />, shown: true },
    { id: 'log', title: 'Log', content: () => <LogPanel />, shown: true },
    { id: 'tuning', title: 'Tuning', content: () => <Tuning />, shown: !!now?.tunables?.length },
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
