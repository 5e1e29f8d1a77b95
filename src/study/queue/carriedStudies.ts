/** The studies whose batches a worker runs, each read from the queue's server once. */
import type { CarriedStudy } from '../poolThread.js';
import { type CarriedBehaviors, carriedBehaviors } from './carriedBehaviors.js';
import type { StudyStore } from './studyStore.js';
import { codeVersion } from './version.js';
import { type Manifest, Refused } from './wire.js';

/** What a study's files may take together [bytes]. */
const MAX_STUDY_BYTES = 50 * 1024 * 1024;
const MAX_KEPT = 4;

interface Kept {
  readonly study: CarriedStudy;
  readonly code: CarriedBehaviors | undefined;
}

export class CarriedStudies {
  readonly #store: StudyStore;
  readonly #allowsCode: boolean;
  readonly #kept = new Map<string, Kept>();

  constructor(store: StudyStore, allowsCode: boolean) {
    this.#store = store;
    this.#allowsCode = allowsCode;
  }

  /** @returns undefined where it was cancelled before it was known here @throws Refused */
  async get(id: string): Promise<CarriedStudy | undefined> {
    const known = this.#kept.get(id) ?? (await this.#find(id));
    if (!known) return undefined;
    this.#kept.delete(id);
    this.#kept.set(id, known);
    this.#forgetOldest();
    return known.study;
  }

  close(): void {
    for (const { code } of this.#kept.values()) code?.remove();
  }

  async #find(id: string): Promise<Kept | undefined> {
    const manifest = await this.#store.manifest(id);
    return manifest && this.#read(id, manifest);
  }

  async #read(id: string, manifest: Manifest): Promise<Kept> {
    if (manifest.version !== codeVersion()) {
      throw new Refused(`the study is of Steerbot ${manifest.version}, and this worker is ${codeVersion()}`);
    }
    if (manifest.behaviors && !this.#allowsCode) {
      throw new Refused(
        'the study has own behaviors, which this worker does not run; start one with --allow-code',
      );
    }
    let bytes = 0;
    const textOf = async (hash: string) => {
      const text = await this.#store.text(hash);
      bytes += text.length;
      if (bytes > MAX_STUDY_BYTES) throw new Refused(`its files have more than ${MAX_STUDY_BYTES} bytes`);
      return text;
    };
    const files = [];
    for (const { hash, ...file } of manifest.files) files.push({ ...file, text: await textOf(hash) });
    const { behaviors, variants, robot, limits } = manifest;
    const code = behaviors && carriedBehaviors({ ...behaviors, text: await textOf(behaviors.hash) });
    return {
      code,
      study: {
        ...{ id, files, variants },
        ...(robot !== undefined && { robot }),
        ...(limits && { limits }),
        ...(code && { behaviors: code.file }),
      },
    };
  }

  #forgetOldest(): void {
    const [oldest] = this.#kept;
    if (this.#kept.size <= MAX_KEPT || !oldest) return;
    oldest[1].code?.remove();
    this.#kept.delete(oldest[0]);
  }
}
