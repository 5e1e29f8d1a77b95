/**
 * The files of a study. Where it begins they are read from the disk, and noted; a worker gets them with its job and
 * reads none of its own, so that a job can neither see a worker's files nor mean others than its sender.
 */
import { findFile, loadText, ROBOTS, relativeTo, SCENARIOS } from '../config/loadFile.js';
import { UnreadableFile } from '../validation/errors.js';

export type FileRole = 'scenario' | 'robot' | 'path' | 'mission';

/** How a file is asked for. */
export interface FileRequest {
  readonly role: FileRole;
  /** A name or a path, as a file or the command line has it. */
  readonly name: string;
  /** The folder that a path is relative to. */
  readonly from: string;
}

export interface FoundFile {
  /** Its path as messages show it. */
  readonly file: string;
  readonly text: string;
}

/** @throws FileError */
export type ReadFile = (request: FileRequest) => FoundFile;

export interface StudyFile extends FileRequest, FoundFile {}

const FOLDERS = { scenario: SCENARIOS, robot: ROBOTS };

export const readFromDisk: ReadFile = ({ role, name, from }) => {
  const file =
    role === 'scenario' || role === 'robot' ? findFile(name, FOLDERS[role], from) : relativeTo(from, name);
  return { file, text: loadText(file) };
};

const keyOf = ({ role, name, from }: FileRequest): string => JSON.stringify([role, name, from]);

/** Reads each file once, and keeps it. */
export class NotedFiles {
  readonly #read: ReadFile;
  readonly #found = new Map<string, StudyFile>();

  constructor(read: ReadFile = readFromDisk) {
    this.#read = read;
  }

  readonly read: ReadFile = (request) => {
    const known = this.#found.get(keyOf(request));
    if (known) return known;
    const found = { ...request, ...this.#read(request) };
    this.#found.set(keyOf(request), found);
    return found;
  };

  get files(): readonly StudyFile[] {
    return [...this.#found.values()];
  }
}

/** Reads only these. */
export function readFrom(files: readonly StudyFile[]): ReadFile {
  const known = new Map(files.map((file) => [keyOf(file), file]));
  return (request) => {
    const found = known.get(keyOf(request));
    if (found) return found;
    throw new UnreadableFile(request.name, 'the study does not carry this file');
  };
}
