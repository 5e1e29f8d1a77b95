/** A stick on the screen, for a thumb or a mouse: drives as far as it is pulled, as long as it is held. */
import { useRef } from 'preact/hooks';
import { demandOfAxes } from './axes.js';
import { dispatchTeleop, releaseTeleop, teleopDemand } from './hand.js';

/** How far the knob goes, in shares of half the stick's width. */
const KNOB_TRAVEL = 0.6;
const STICK_DEAD_ZONE = 0.08;

export function Stick() {
  const base = useRef<HTMLDivElement>(null);
  const pulled = ({ clientX, clientY }: PointerEvent) => {
    const box = base.current?.getBoundingClientRect();
    if (!box) return demandOfAxes(0, 0);
    const half = (box.width / 2) * KNOB_TRAVEL;
    const right = (clientX - box.x - box.width / 2) / half;
    return demandOfAxes(right, (clientY - box.y - box.height / 2) / half, STICK_DEAD_ZONE);
  };
  const { linear, angular } = teleopDemand.value;
  const reach = (KNOB_TRAVEL * 100) / Math.max(1, Math.hypot(linear, angular));
  const place = `translate(${-angular * reach}%, ${-linear * reach}%)`;
  return (
    <div class="stick-row">
      <div
        ref={base}
        class="stick"
        role="img"
        aria-label="Stick: pull to drive; with the keyboard, hold an arrow key"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          dispatchTeleop({ kind: 'grab', to: pulled(event) });
        }}
        onPointerMove={(event) => dispatchTeleop({ kind: 'slide', to: pulled(event) })}
        onPointerUp={() => dispatchTeleop({ kind: 'drop' })}
        onPointerCancel={releaseTeleop}
        onLostPointerCapture={() => dispatchTeleop({ kind: 'drop' })}
        onContextMenu={(event) => {
          event.preventDefault();
          event.stopPropagation();
        }}
      >
        <span class="knob-way" style={{ transform: place }}>
          <span class="knob" />
        </span>
      </div>
      <p class="note">Hold arrows or W A S D, pull the stick, or use a gamepad. Let go and it stands.</p>
    </div>
  );
}
