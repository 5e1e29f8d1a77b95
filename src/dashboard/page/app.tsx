/** The page, fed only by the store: the host attaches a link, to a session in this page or to a server. */
import { render } from 'preact';
import { Header } from './header/Header.js';
import { Notices } from './header/Status.js';
import { listenToKeys, watchTeleop } from './input/devices.js';
import { Help } from './layout/Drawer.js';
import { ErrorBoundary } from './layout/ErrorBoundary.js';
import { Panels } from './layout/Panels.js';
import { watchFrameAge } from './link/staleness.js';
import { watchEventLog } from './log/eventLog.js';
import { LatestEntry } from './log/LogPanel.js';
import { MapView } from './map/Map.js';
import { Legend, MapDescription, Toolbar } from './map/MapControls.js';
import { SaveButtons } from './map/SaveButtons.js';
import { recordPlots } from './plots/history.js';
import { Gallery } from './scenes/Scenes.js';
import { Transport } from './transport/Transport.js';
import 'uplot/dist/uPlot.min.css';
import './styles/base.css';
import './styles/header.css';
import './styles/stage.css';
import './styles/panels.css';
import './styles/missions.css';
import './styles/drive.css';
import './styles/tuning.css';
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

/** Shows the page in an element, without opening a link. @returns a call that removes it */
export function mount(element: HTMLElement): () => void {
  const ends = [listenToKeys(), watchTeleop(), watchFrameAge(), watchEventLog(), recordPlots()];
  render(<Page />, element);
  return () => {
    for (const end of ends) end();
    render(null, element);
  };
}
