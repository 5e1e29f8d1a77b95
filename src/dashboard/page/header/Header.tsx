/** The top of the page: which scene, how it stands, and STOP. */
import { drawer, toggleDrawer } from '../layout/dialogs.js';
import { Icon } from '../layout/Icon.js';
import { theme, toggleTheme } from '../layout/theme.js';
import { scene } from '../store.js';
import { Facts } from './Facts.js';
import { RobotPicker, StateChip } from './StateChip.js';
import { StopArea } from './StopArea.js';

function Buttons() {
  const dark = theme.value === 'dark';
  return (
    <div class="head-buttons">
      {!!scene.value?.gallery?.length && (
        <button
          type="button"
          aria-expanded={drawer.value === 'gallery'}
          onClick={() => toggleDrawer('gallery')}
        >
          <Icon name="scenes" />
          Scenes
        </button>
      )}
      <button type="button" class="bare" aria-label="Dark theme" aria-pressed={dark} onClick={toggleTheme}>
        <Icon name={dark ? 'sun' : 'moon'} />
      </button>
      <button
        type="button"
        class="bare"
        aria-label="Keys and help"
        aria-keyshortcuts="?"
        aria-expanded={drawer.value === 'help'}
        onClick={() => toggleDrawer('help')}
      >
        <Icon name="help" />
      </button>
    </div>
  );
}

export function Header() {
  const now = scene.value;
  return (
    <header class="top">
      <div class="title">
        <h1>{now?.name ?? 'Steerbot'}</h1>
        <p class="about" title={now?.about}>
          {now?.about ?? 'Waiting for a scene …'}
        </p>
      </div>
      <div class="standing">
        <StateChip />
        <RobotPicker />
      </div>
      <Buttons />
      <Facts />
      <StopArea />
    </header>
  );
}
