/** The studies whose batches a worker runs, each read from the queue's server once. */
import type { CarriedStudy } from '../poolTask.js';
import { type CarriedBehaviors, carriedBehaviors } from './carriedBehaviors.js';
import type { StudyStore } from './studyStore.js';
import { codeVersion } from './version.js';
import { type Manifest, Refused } from './wire.js';

/** What a study's files may take together [bytes]. */
const MAX_STUDY_BYTES = 50 * 1024 * 1024;
/** Read again, they would be asked of the server. */
const LEAST_KEPT = 4;

interface Kept {
  readonly study: CarriedStudy;
  readonly code: CarriedBehaviors | undefined;
}

export class CarriedStudies {
  readonly #store: StudyStore;
  readonly #allowsCode: boolean;
  readonly #most: number;
  /** By id, the one that was used last at the end. Batches that run at the same time share one. */
  readonly #kept = new Map<string, Promise<Kept | undefined>>();

  /** @param atOnce so many batches run at a time: the study of none of them is forgotten */
  constructor(
    store: StudyStore,
    { atOnce, allowsCode }: { readonly atOnce: number; readonly allowsCode: boolean },
  ) {
    this.#store = store;
    this.#allowsCode = allowsCode;
    this.#most = Math.max(LEAST_KEPT, atOnce);
  }

  /** @returns undefined where it was cancelled before it was known here @throws Refused */
  async get(id: string): Promise<CarriedStudy | undefined> {
    const known = this.#kept.get(id) ?? this.#find(id);
    this.#kept.delete(id);
    this.#kept.set(id, known);
    this.#forgetOldest();
    try {
      return (await known)?.study;
    } catch (error) {
      this.#kept.delete(id);
      throw error;
    }
  }

  close(): void {
    for (const id of [...this.#kept.keys()]) this.#forget(id);
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
      const text = await this.#store.text(hash, MAX_STUDY_BYTES - bytes);
      bytes += Buffer.byteLength(text);
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
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > this.#most && oldest !== undefined) this.#forget(oldest);
  }

  #forget(id: string): void {
    void this.#kept.get(id)?.then(
      (known) => known?.code?.remove(),
      () => {},
    );
    this.#kept.delete(id);
  }
}
