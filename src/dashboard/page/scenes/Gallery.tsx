/** All scenes that can be opened from here: in groups, found by any of their words, chosen by keys too. */
import { computed, signal } from '@preact/signals';
import { Fragment } from 'preact';
import { useRef } from 'preact/hooks';
import type { GalleryView } from '../../../signals/view.js';
import { ARTICLES, LESSON_TEXTS } from '../articles/articleList.js';
import { openArticle } from '../articles/articles.js';
import { Drawer } from '../layout/Drawer.js';
import { can, closeDrawer, drawer, mayOperate, operate, scene } from '../store.js';
import { found } from './found.js';

/** A lesson's scene comes with its text. */
function openScene(name: string): void {
  if (LESSON_TEXTS.some((one) => one.scene === name)) openArticle(name);
  else operate({ kind: 'open', scene: name });
  closeDrawer();
}

const wanted = signal('');
const scenes = computed(() => found(scene.value?.gallery ?? [], wanted.value));

/** From a button of the gallery to the next or the previous one, or to the search field above the first. */
function move(list: HTMLElement | null, by: number): void {
  const stops = [...(list?.querySelectorAll<HTMLElement>('input, li button') ?? [])];
  stops[Math.max(0, stops.indexOf(document.activeElement as HTMLElement) + by)]?.focus();
}

const KEYS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

function Search() {
  return (
    <input
      type="search"
      data-sentence
      class="filter"
      aria-label="Find a scene"
      placeholder="Find a scene: evade, collision, lidar …"
      value={wanted.value}
      // What was looked for before is overwritten by the first letter.
      onFocus={(event) => event.currentTarget.select()}
      onInput={(event) => {
        wanted.value = event.currentTarget.value;
      }}
      onKeyDown={(event) => {
        const [first] = scenes.value;
        if (event.key === 'Enter' && first && can('open') && mayOperate.value) openScene(first.name);
      }}
    />
  );
}

/** The group of a user's own scenes: no build has made pictures of these. */
const OWN_GROUP = 'Your own';

function Scene({ name, about, group }: GalleryView) {
  return (
    <li>
      <button
        type="button"
        aria-current={name === scene.value?.name ? 'true' : undefined}
        disabled={!can('open') || !mayOperate.value}
        onClick={() => openScene(name)}
      >
        {group !== OWN_GROUP && (
          <img
            src={`scenes/${name}.svg`}
            alt=""
            width={112}
            height={68}
            loading="lazy"
            onError={({ currentTarget }) => {
              currentTarget.hidden = true;
            }}
          />
        )}
        <span class="gallery-words">
          <strong>{name}</strong> <span>{about}</span>
        </span>
      </button>
    </li>
  );
}

/** Texts to read beside the scenes. */
function Articles() {
  const words = wanted.value.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = ARTICLES.filter(({ title }) => words.every((word) => title.toLowerCase().includes(word)));
  if (shown.length === 0) return null;
  return (
    <section aria-label="Articles">
      <h3 class="gallery-group">Read and try</h3>
      <ul class="articles">
        {shown.map(({ name, title }) => (
          <li key={name}>
            <button
              type="button"
              onClick={() => {
                openArticle(name);
                closeDrawer();
              }}
            >
              {title}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Gallery() {
  const list = useRef<HTMLDivElement>(null);
  const groups = [...new Set(scenes.value.map(({ group = '' }) => group))];
  if (drawer.value !== 'gallery') return null;
  return (
    <Drawer name="gallery" title="Scenes">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys move between the buttons in it. */}
      <div
        ref={list}
        onKeyDown={(event) => {
          const by = KEYS[event.key];
          if (by === undefined) return;
          event.preventDefault();
          move(list.current, by);
        }}
      >
        <Search />
        {!groups.includes(OWN_GROUP) && <Articles />}
        {groups.map((group) => (
          <Fragment key={group}>
            <section aria-label={group}>
              {group !== '' && <h3 class="gallery-group">{group}</h3>}
              <ul class="gallery">
                {scenes.value
                  .filter((one) => (one.group ?? '') === group)
                  .map((one) => (
                    <Scene key={one.name} {...one} />
                  ))}
              </ul>
            </section>
            {group === OWN_GROUP && <Articles />}
          </Fragment>
        ))}
        {scenes.value.length === 0 && <p class="note">No scene contains these words.</p>}
      </div>
    </Drawer>
  );
}
