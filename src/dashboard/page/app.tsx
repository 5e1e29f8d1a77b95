/** The page, fed only by the store: the host attaches a link, to a session in this page or to a server. */
import 'uplot/dist/uPlot.min.css';
import './styles/base.css';
import './styles/header.css';
import './styles/stage.css';
import './styles/panels.css';
import './styles/missions.css';
import './styles/failure.css';
import './styles/game.css';
import './styles/steps.css';
import './styles/drive.css';
import './styles/tuning.css';
import './styles/phone.css';
import './articles/articles.css';
import './lessons/lessons.css';
import { type ComponentChildren, render } from 'preact';
import { useId, useState } from 'preact/hooks';
import { Article } from './articles/Article.js';
import { READABLE } from './articles/articleList.js';
import { article, openArticle, watchAddress } from './articles/articles.js';
import { DrivePanel } from './drive/DriveControls.js';
import { FailureCard, LookBackBar, Mistake } from './failure/Failure.js';
import { keepPast } from './failure/lookBack.js';
import { Game, watchRound } from './game/Game.js';
import { Header } from './header/Header.js';
import { Notices } from './header/Status.js';
import { listenToKeys, watchTeleop } from './input/devices.js';
import { Help } from './layout/Drawer.js';
import { narrow } from './layout/display.js';
import { ErrorBoundary } from './layout/ErrorBoundary.js';
import { type Tab, Tabs } from './layout/Tabs.js';
import { watchFrameAge } from './link/staleness.js';
import { watchEventLog } from './log/eventLog.js';
import { LatestEntry, LogPanel } from './log/LogPanel.js';
import { publishInks } from './map/drawing/palette.js';
import { MapView } from './map/Map.js';
import { Legend, MapDescription, Toolbar } from './map/MapControls.js';
import { SaveButtons } from './map/SaveButtons.js';
import { MomentPanel, showsMoment } from './moment/Moment.js';
import { recordPlots } from './plots/history.js';
import { PlotsPanel } from './plots/PlotsPanel.js';
import { Gallery } from './scenes/Gallery.js';
import { hasResults } from './scenes/results.js';
import { Missions, Results } from './scenes/Scenes.js';
import { Steps, showsSteps } from './steps/Steps.js';
import { can, isShown, scene } from './store.js';
import { watchAnchor } from './timeline/anchor.js';
import { TimelinePanel } from './timeline/Timeline.js';
import { TransportPanel } from './transport/Transport.js';
import { Tuning } from './tuning/Tuning.js';
import { branches } from './whatIf/futures.js';
import { watchFutures } from './whatIf/news.js';
import { WhatIf } from './whatIf/WhatIf.js';

function Stage() {
  return (
    <main class="stage">
      <div class="map-holder">
        <ErrorBoundary what="The map">
          <div class="map-area">
            <Toolbar />
            <MapView />
            <Legend />
            <FailureCard />
            <LookBackBar />
            <Mistake />
            <Game />
            <LatestEntry />
          </div>
          <MapDescription />
        </ErrorBoundary>
      </div>
      {can('scrub') && (
        <ErrorBoundary what="The timeline">
          <TimelinePanel />
        </ErrorBoundary>
      )}
      <div class="under-map">
        <TransportPanel />
        <SaveButtons />
      </div>
    </main>
  );
}

function Page() {
  return (
    <div class="page">
      <ErrorBoundary what="The header">
        <Header />
      </ErrorBoundary>
      <ErrorBoundary what="Notices">
        <Notices />
      </ErrorBoundary>
      {isShown.value && (
        <div class="work" data-reading={article.value === null ? undefined : true}>
          <Stage />
          {article.value === null ? <Panels /> : <Reading />}
        </div>
      )}
      <ErrorBoundary what="Dialogs">
        <Gallery />
        <Help />
      </ErrorBoundary>
    </div>
  );
}

/** Shows the page in an element, without opening a link. @returns a call that removes it */
export function mount(element: HTMLElement): () => void {
  publishInks();
  const ends = [
    keepPast(),
    watchAnchor(),
    watchFutures(),
    watchAddress(),
    watchRound(),
    listenToKeys(),
    watchTeleop(),
    watchFrameAge(),
    watchEventLog(),
    recordPlots(),
  ];
  render(<Page />, element);
  return () => {
    for (const end of ends) end();
    render(null, element);
  };
}

const Reading = () => (
  <aside class="side" aria-label="Article">
    <ErrorBoundary what="The article">
      <Article />
    </ErrorBoundary>
  </aside>
);

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
  const read = READABLE.find((one) => one.scene === now?.name);
  const about = {
    id: 'about',
    title: narrow.value ? 'About' : 'About this scene',
    content: () => (
      <div class="about-text">
        <p>{now?.about}</p>
        {now?.shows && <p>Shown here: {now.shows}</p>}
        {now?.toTry && <p>Try: {now.toTry}</p>}
        {read && (
          <p>
            <button type="button" class="doing" onClick={() => openArticle(read.name)}>
              Read: {read.title}
            </button>
          </p>
        )}
      </div>
    ),
    shown: !!now?.about,
  };
  const results = { id: 'results', title: 'Result', content: () => <Results />, shown: hasResults.value };
  const all: (Tab & { readonly shown: boolean })[] = [
    // On a phone the missions come first.
    ...(narrow.value ? [] : [about]),
    { id: 'futures', title: 'What if?', content: () => <WhatIf />, shown: branches.value },
    { id: 'moment', title: 'This moment', content: () => <MomentPanel />, shown: showsMoment.value },
    { id: 'missions', title: 'Missions', content: () => <Missions />, shown: !!now?.missions?.length },
    { id: 'steps', title: 'Steps', content: () => <Steps />, shown: showsSteps.value },
    ...(narrow.value ? [] : [results]),
    { id: 'drive', title: 'Drive', content: () => <DrivePanel />, shown: now?.source !== 'recording' },
    { id: 'plots', title: 'Plots', content: () => <PlotsPanel />, shown: true },
    { id: 'log', title: 'Log', content: () => <LogPanel />, shown: true },
    { id: 'tuning', title: 'Tuning', content: () => <Tuning />, shown: !!now?.tunables?.length },
    // Last, since it comes last: no tab moves under a finger.
    ...(narrow.value ? [about, results] : []),
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
        <Tabs label="Panels" tabs={panels} closable />
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
