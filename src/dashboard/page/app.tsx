/** The page, fed by the store alone: whoever runs attaches a link, here or in a server. */
import { render } from 'preact';
import { watchHand } from './drive/watchHand.js';
import { Header } from './header/Header.js';
import { Notices } from './header/Notices.js';
import { listenToKeys } from './keyboard/keyboard.js';
import { Guard } from './layout/Guard.js';
import { Help } from './layout/Help.js';
import { Panels } from './layout/Panels.js';
import { watchSilence } from './link/silence.js';
import { Legend, Map as MapView } from './map/Map.js';
import { Announcer } from './news/Announcer.js';
import { keepEventLog } from './news/pageLog.js';
import { keepHistory } from './plots/history.js';
import { Gallery } from './scenes/Gallery.js';
import { InWords } from './tools/InWords.js';
import { Keep } from './tools/Keep.js';
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
        <Guard what="The map">
          <MapView />
          <Legend />
          <InWords />
        </Guard>
      </div>
      <div class="under-map">
        <Transport />
        <Announcer />
        <Keep />
      </div>
    </main>
  );
}

function Page() {
  return (
    <div class="page">
      <Guard what="The header">
        <Header />
      </Guard>
      <Guard what="Notices">
        <Notices />
      </Guard>
      <div class="work">
        <Stage />
        <Panels />
      </div>
      <Guard what="Dialogs">
        <Gallery />
        <Help />
      </Guard>
    </div>
  );
}

/** Shows the page in an element, without opening any link. @returns what takes it away again */
export function mount(element: HTMLElement): () => void {
  const ends = [listenToKeys(), watchHand(), watchSilence(), keepEventLog(), keepHistory()];
  render(<Page />, element);
  return () => {
    for (const end of ends) end();
    render(null, element);
  };
}
