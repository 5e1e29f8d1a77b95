/** Small line icons on buttons; next to a name, never instead of it. */
const ICON_PATHS = {
  play: 'M7 4.5v15l12-7.5z',
  pause: 'M7 5v14M17 5v14',
  step: 'M5 5v14l9-7zM18.5 5v14',
  restart: 'M5 12a7 7 0 1 0 2.2-5.1M5 3.5V8h4.5',
  target: 'M12 3v4M12 17v4M3 12h4M17 12h4M12 12m-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0',
  path: 'M4 19c5 0 3-8 8-8s3-6 8-6M4 19m-1.5 0a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0',
  move: 'M12 3v18M3 12h18M9 6l3-3 3 3M9 18l3 3 3-3M6 9l-3 3 3 3M18 9l3 3-3 3',
  force: 'M5 19L18 6M10 6h8v8',
  marks: 'M12 12m-7 0a7 7 0 1 0 14 0a7 7 0 1 0-14 0M12 11v2M11 12h2',
  follow: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5M12 12m-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  fit: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  sun: 'M12 12m-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0M12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M5 19l2-2M17 7l2-2',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z',
  help: 'M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 18v.5',
  scenes: 'M4 5h7v6H4zM13 5h7v6h-7zM4 13h7v6H4zM13 13h7v6h-7z',
  close: 'M6 6l12 12M18 6L6 18',
  clip: 'M4 6h11v12H4zM15 10.5l5-3v9l-5-3',
  keep: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  save: 'M5 4h11l3 3v13H5zM8 4v5h7V4M8 20v-6h8v6',
  hand: 'M12 12m-8 0a8 8 0 1 0 16 0a8 8 0 1 0-16 0M12 4v16M4 12h16',
} as const;

export type IconName = keyof typeof ICON_PATHS;

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={ICON_PATHS[name]} />
    </svg>
  );
}
