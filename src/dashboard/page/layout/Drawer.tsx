/** A dialog beside the page. Not modal: STOP stays within reach of a mouse and a thumb. */
import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { letGo } from '../drive/hand.js';
import { Icon } from './Icon.js';

interface DrawerProps {
  readonly title: string;
  readonly open: Signal<boolean>;
  readonly children: ComponentChildren;
}

export function Drawer({ title, open, children }: DrawerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  const shown = open.value;
  const close = (): void => {
    open.value = false;
  };
  useEffect(() => {
    if (!shown) return;
    const opener = document.activeElement;
    letGo();
    dialog.current?.show();
    return () => {
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, [shown]);
  if (!shown) return null;
  return (
    <dialog
      ref={dialog}
      class="drawer"
      aria-labelledby={heading}
      onKeyDown={(event) => event.key === 'Escape' && close()}
    >
      <div class="drawer-head">
        <h2 id={heading}>{title}</h2>
        <button type="button" class="bare" aria-label={`Close ${title}`} onClick={close}>
          <Icon name="close" />
        </button>
      </div>
      <div class="drawer-body">{children}</div>
    </dialog>
  );
}
