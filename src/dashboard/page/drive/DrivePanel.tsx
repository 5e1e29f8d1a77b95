/** Driving by hand: the switch, the stick, and who holds the wheel. */
import { Icon } from '../layout/Icon.js';
import { lease, role } from '../store.js';
import { dispatchTeleop, teleopOn } from './hand.js';
import { mayDrive } from './may.js';
import { Stick } from './Stick.js';

const LEASE_TEXTS = {
  you: 'You are driving.',
  other: 'Somebody else is driving.',
  nobody: 'Nobody is driving by hand.',
} as const;

export function DrivePanel() {
  const on = teleopOn.value;
  return (
    <div class="drive">
      <button
        type="button"
        aria-pressed={on}
        disabled={!mayDrive.value}
        onClick={() => dispatchTeleop({ kind: 'switch', on: !on })}
      >
        <Icon name="hand" />
        Drive by hand
      </button>
      <p class="note" role="status">
        {role.value === 'view' ? 'View only: driving is for others.' : LEASE_TEXTS[lease.value]}
      </p>
      {on && <Stick />}
    </div>
  );
}
