/** Tabs with arrow keys, as screen readers expect them. */
import type { ComponentChildren } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';

export interface Tab {
  readonly id: string;
  readonly title: string;
  readonly content: () => ComponentChildren;
}

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
  /** None is open at first, and a press on the open one closes it. */
  readonly closable?: boolean;
}

const KEY_MOVES: Readonly<Record<string, (i: number, n: number) => number>> = {
  ArrowRight: (i, n) => (i + 1) % n,
  ArrowLeft: (i, n) => (i + n - 1) % n,
  Home: () => 0,
  End: (_, n) => n - 1,
};

export function Tabs({ label, tabs, closable = false }: TabsProps) {
  const [chosen, choose] = useState<string | undefined>(undefined);
  const list = useRef<HTMLDivElement>(null);
  const base = useId();
  const found = tabs.findIndex(({ id }) => id === chosen);
  const at = closable ? found : Math.max(0, found);
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = KEY_MOVES[event.key]?.(Math.max(0, at), tabs.length);
    if (next === undefined) return;
    event.preventDefault();
    choose(tabs[next]?.id);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  };
  return (
    <div class="tabs">
      <div ref={list} role="tablist" aria-label={label} class="tablist" onKeyDown={onKeyDown}>
        {tabs.map(({ id, title }, i) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`${base}-${id}`}
            aria-selected={i === at}
            aria-controls={at < 0 ? undefined : `${base}-panel`}
            tabIndex={i === Math.max(0, at) ? 0 : -1}
            onClick={() => choose(closable && i === at ? undefined : id)}
          >
            {title}
          </button>
        ))}
      </div>
      {at >= 0 && (
        <div
          role="tabpanel"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone it scrolls, by keys too.
          tabIndex={0}
          id={`${base}-panel`}
          aria-labelledby={`${base}-${tabs[at]?.id}`}
          class="tabpanel"
        >
          {tabs[at]?.content()}
        </div>
      )}
    </div>
  );
}
