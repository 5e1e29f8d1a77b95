/** A dialog beside the page. Not modal: STOP stays within reach of a mouse and a thumb. */
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { releaseTeleop } from '../drive/hand.js';
import { closeDrawer, type DrawerName, drawer } from './dialogs.js';
import { Icon } from './Icon.js';

interface DrawerProps {
  readonly name: DrawerName;
  readonly title: string;
  readonly children: ComponentChildren;
}

export function Drawer({ name, title, children }: DrawerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  const shown = drawer.value === name;
  useEffect(() => {
    if (!shown) return;
    const opener = document.activeElement;
    releaseTeleop();
    dialog.current?.show();
    // What there is to type in comes before the button that closes.
    dialog.current?.querySelector('input')?.focus();
    return () => {
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, [shown]);
  if (!shown) return null;
  return (
    <dialog ref={dialog} class="drawer" aria-labelledby={heading}>
      <div class="drawer-head">
        <h2 id={heading}>{title}</h2>
        <button type="button" class="bare" aria-label="Close" onClick={closeDrawer}>
          <Icon name="close" />
        </button>
      </div>
      <div class="drawer-body">{children}</div>
    </dialog>
  );
}
