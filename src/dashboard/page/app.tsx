/** The page, fed by the store alone: whoever runs attaches a link, here or in a server. */
import { render } from 'preact';
import { watchTeleop } from './drive/watchHand.js';
import { Header } from './header/Header.js';
import { Notices } from './header/Notices.js';
import { listenToKeys } from './keyboard/keyboard.js';
import { ErrorBoundary } from './layout/Guard.js';
import { Help } from './layout/Help.js';
import { Panels } from './layout/Panels.js';
import { watchFrameAge } from './link/silence.js';
import { Legend, Map as MapView } from './map/Map.js';
import { LatestEntry } from './news/Announcer.js';
import { watchEventLog } from './news/pageLog.js';
import { recordPlots } from './plots/history.js';
import { Gallery } from './scenes/Gallery.js';
import { MapDescription } from './tools/InWords.js';
import { SaveButtons } from './tools/Keep.js';
import { Toolbar } from './tools/Toolbar.js';
import { Transport } from './transport/Transport.js';
import 'uplot/dist/uPlot.min.css';
import './styles/base.css';
import './styles/header.css';
import './styles/stage.css';
import './styles/panels.css';
import './styles/phone.css';

function Stage() {
  return (
    <main class="stage">
      <Toolbar />
      <div class="map-holder">
        <ErrorBoundary what="The map">
          <MapView />
          <Legend />
          <MapDescription />
        </ErrorBoundary>
      </div>
      <div class="under-map">
        <Transport />
        <LatestEntry />
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
      <div class="work">
        <Stage />
        <Panels />
      </div>
      <ErrorBoundary what="Dialogs">
        <Gallery />
        <Help />
      </ErrorBoundary>
    </div>
  );
}

/** Shows the page in an element, without opening any link. @returns what takes it away again */
export function mount(element: HTMLElement): () => void {
  const ends = [listenToKeys(), watchTeleop(), watchFrameAge(), watchEventLog(), recordPlots()];
  render(<Page />, element);
  return () => {
    for (const end of ends) end();
    render(null, element);
  };
}
