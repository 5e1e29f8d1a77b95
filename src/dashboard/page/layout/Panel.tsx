/** A part of the side column with a heading that folds it. */
import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';

interface PanelProps {
  readonly title: string;
  readonly children: () => ComponentChildren;
}

export function Panel({ title, children }: PanelProps) {
  const [open, setOpen] = useState(true);
  const id = useId();
  return (
    <section class="panel" aria-labelledby={id}>
      <h2 id={id}>
        <button type="button" class="fold" aria-expanded={open} onClick={() => setOpen(!open)}>
          {title}
        </button>
      </h2>
      {open && <div class="panel-body">{children()}</div>}
    </section>
  );
}
