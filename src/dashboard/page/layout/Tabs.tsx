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
}

const KEY_MOVES: Readonly<Record<string, (i: number, n: number) => number>> = {
  ArrowRight: (i, n) => (i + 1) % n,
  ArrowLeft: (i, n) => (i + n - 1) % n,
  Home: () => 0,
  End: (_, n) => n - 1,
};

export function Tabs({ label, tabs }: TabsProps) {
  const [chosen, choose] = useState<string | undefined>(undefined);
  const list = useRef<HTMLDivElement>(null);
  const base = useId();
  const at = Math.max(
    0,
    tabs.findIndex(({ id }) => id === chosen),
  );
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = KEY_MOVES[event.key]?.(at, tabs.length);
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
            aria-controls={`${base}-panel`}
            tabIndex={i === at ? 0 : -1}
            onClick={() => choose(id)}
          >
            {title}
          </button>
        ))}
      </div>
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
    </div>
  );
}
