/** The scenes of Steerbot in groups, in the order in which one learns from them. */

export interface SceneGroup {
  readonly title: string;
  /** What articles call it: these words find its scenes, too. */
  readonly words: string;
  readonly scenes: readonly string[];
}

/** The group of a user's own scenes, which come first. */
export const OWN_GROUP = 'Your own';

export const SCENE_GROUPS: readonly SceneGroup[] = [
  {
    title: 'Play and begin',
    words: 'pointer mouse chase first drive start',
    scenes: ['playground', 'first-drive', 'square', 'story'],
  },
  {
    title: 'To a place',
    words:
      'Reynolds 1999 Bevilacqua Buckland seek flee arrive arrival slowing radius mass steering force wander',
    scenes: ['seek', 'mass', 'flee', 'arrive', 'arrive-profiles', 'wander', 'circle'],
  },
  {
    title: 'After something that moves',
    words: 'Reynolds 1999 Bevilacqua pursuit evasion prediction target quarry hide interpose offset',
    scenes: ['pursue', 'evade', 'follow-me', 'interpose', 'hide', 'offset-pursue'],
  },
  {
    title: 'Along a path, a line, a wall',
    words: 'Reynolds 1999 Bevilacqua path following tracking waypoints cross-track flow field',
    scenes: ['slalom', 'figure-eight', 'table', 'one-path', 'wagons', 'flow-field', 'line', 'follow-wall'],
  },
  {
    title: 'Among obstacles',
    words:
      'Reynolds 1999 Bevilacqua collision avoidance obstacle avoidance containment lidar sonar infrared bumper',
    scenes: [
      ...['avoid-obstacles', 'corridor', 'u-trap', 'clutter', 'obstacle-field', 'people'],
      ...['bumpers', 'glass', 'contain', 'zones'],
    ],
  },
  {
    title: 'Many robots',
    words:
      'Reynolds 1987 boids flocking separation cohesion alignment leader following queue Bevilacqua crowd collision',
    scenes: [
      ...['separate', 'flock', 'follow-leader', 'avoid-neighbors'],
      ...['doorway', 'doorway-zipper', 'two-streams', 'station'],
    ],
  },
  {
    title: 'Behaviors together',
    words: 'Reynolds combining priority blending weighted sum prioritized dithering accumulation budget',
    scenes: ['prioritize', 'blend', 'budget', 'dither'],
  },
  {
    title: 'Lessons',
    words: 'school class teacher pupil question timer hand in',
    scenes: ['1-stop', '2-path', '3-courtyard'],
  },
  {
    title: 'Senses, missions and faults',
    words: 'light Braitenberg vehicle beacon search coverage mission sequence home fault encoder safety',
    scenes: ['light', 'beacon', 'search', 'errand', 'loose-wire'],
  },
];

/** A scene that can be opened, and the words by which one finds it. */
export interface GalleryEntry {
  readonly name: string;
  readonly about: string;
  readonly group: string;
  /** Beside those of its name and description: its article, and those of its group. */
  readonly words: string;
}

/** What a group says of a scene; a scene that none has is among the last. */
export function groupOf(name: string): Pick<SceneGroup, 'title' | 'words'> {
  const found = SCENE_GROUPS.find(({ scenes }) => scenes.includes(name));
  return found ?? (SCENE_GROUPS.at(-1) as SceneGroup);
}

const ORDER: readonly string[] = SCENE_GROUPS.flatMap(({ scenes }) => scenes);

/** In the order of the groups; unknown names behind them, in their own order. */
export const sceneOrder = (names: readonly string[]): string[] => {
  const place = (name: string) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);
  return [...names].sort((a, b) => place(a) - place(b) || (a < b ? -1 : 1));
};

/** The entry of a scene by its file's text. */
export function galleryEntry(name: string, { about, source }: Head): GalleryEntry {
  const { title, words } = groupOf(name);
  return { name, about, group: title, words: [source, words].filter(Boolean).join(' ') };
}

/** What a scenario's file says of itself. */
interface Head {
  readonly about: string;
  readonly source: string;
}
