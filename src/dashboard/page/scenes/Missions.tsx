/** The scene's missions; keys 1 to 9 choose them too. */
import { mayDrive } from '../drive/may.js';
import { scene } from '../store.js';
import { chooseMission, chosenMission } from './choice.js';

export function Missions() {
  return (
    <div class="missions">
      {(scene.value?.missions ?? []).map((mission, i) => (
        <button
          key={mission}
          type="button"
          aria-pressed={chosenMission.value === i}
          aria-keyshortcuts={i < 9 ? String(i + 1) : undefined}
          disabled={!mayDrive.value}
          onClick={() => chooseMission(i)}
        >
          {i < 9 && (
            <span class="key" aria-hidden="true">
              {i + 1}
            </span>
          )}
          <span>{mission}</span>
        </button>
      ))}
    </div>
  );
}
