/** What a session needs, from the files built into the page: it asks no server. */
import { headOf } from '../../sim/scenario/about.js';
import { galleryEntry, sceneOrder } from '../../sim/scenario/gallery.js';
import { parseScenario } from '../../sim/scenario/scenarioFile.js';
import type { Scene, SessionHost } from '../../sim/session/openScene.js';
import { missionOnPage } from '../config/mission/missionFile.js';
import { type SavedFile, type TunedRobot, tunedFiles } from '../config/tuning/tunedFiles.js';
import type { PlaygroundFiles } from './files.js';

/** The browser's services. */
export interface PlaygroundServices extends Pick<SessionHost, 'time'> {
  /** Lets the user download a file. */
  readonly download: (file: SavedFile) => void;
}

function openScene(files: PlaygroundFiles, name: string, written?: string): Scene {
  const { text, file } = files.scenario(name);
  const mission = written === undefined ? undefined : missionOnPage(written, undefined);
  const scenario = parseScenario(text, file, { ...files, mission });
  return { name, about: scenario.about ?? '', scenario };
}

export function playgroundHost(files: PlaygroundFiles, { time, download }: PlaygroundServices): SessionHost {
  const save = ({ name: scene }: Scene, robots: readonly TunedRobot[]): string => {
    const saved = tunedFiles(files.scenario(scene), robots, (name) => files.robotFile(name));
    for (const file of saved) {
      files.replace(file);
      download(file);
    }
    return `downloaded: ${saved.map(({ file }) => file).join(', ')}`;
  };
  const gallery = sceneOrder(files.scenes).map((name) => {
    const { text, file } = files.scenario(name);
    return galleryEntry(name, headOf(text, file));
  });
  return { open: (name, mission) => openScene(files, name, mission), gallery: () => gallery, time, save };
}
