/** Dialogs beside the page: the drawer, and the help as one. */
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { releaseTeleop } from '../drive/teleop.js';
import { PAGE_KEYS } from '../input/keys.js';
import { MAP_KEYS } from '../map/pointing/keyboard.js';
import { MAP_GESTURES } from '../map/pointing/pointers.js';
import { closeDrawer, type DrawerName, drawer } from '../store.js';
import { GLOSSARY } from '../words.js';
import { Icon } from './Icon.js';

interface DrawerProps {
  readonly name: DrawerName;
  readonly title: string;
  readonly children: ComponentChildren;
}

/** A dialog beside the page. Not modal: STOP stays within reach of a mouse and a thumb. */
export function Drawer({ name, title, children }: DrawerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  const shown = drawer.value === name;
  useEffect(() => {
    if (!shown) return;
    const opener = document.activeElement;
    releaseTeleop();
    dialog.current?.show();
    // A text field gets the focus before the close button.
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

const HELP_TABLES = [
  ['Anywhere', PAGE_KEYS],
  ['On the map, while it has the focus', MAP_KEYS],
  ['On the map, with a mouse or fingers', MAP_GESTURES],
] as const;

/** All keys, and the gestures on the map. */
export function Help() {
  return (
    <Drawer name="help" title="Keys and gestures">
      {HELP_TABLES.map(([title, rows]) => (
        <table key={title} class="keys">
          <caption>{title}</caption>
          <tbody>
            {rows.map(([keys, does]) => (
              <tr key={does}>
                <th scope="row">
                  {keys.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </th>
                <td>{does}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
      <table class="keys words">
        <caption>Words on this page</caption>
        <tbody>
          {GLOSSARY.map(([word, meaning]) => (
            <tr key={word}>
              <th scope="row">{word}</th>
              <td>{meaning}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="note">
        A gamepad’s left stick drives while “Drive by hand” is on. Keys and sticks count only while you hold
        them and this page is in front.
      </p>
    </Drawer>
  );
}
