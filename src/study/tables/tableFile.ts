/** The file of a table: no part of a row is left in it, whatever ends the program. */
import { closeSync, ftruncateSync, openSync, writeFileSync } from 'node:fs';
import { messageOf, UsageError } from '../../validation/errors.js';

export interface TableName {
  readonly file: string;
  /** The option that names the file, for errors. */
  readonly option: string;
  /** A file name that would work. */
  readonly example: string;
}

export class TableFile {
  readonly #name: TableName;
  readonly #descriptor: number;
  /** Bytes of the whole writes so far. */
  #length = 0;
  #failed = false;

  /** Empties the file. @throws UsageError */
  constructor(name: TableName) {
    this.#name = name;
    this.#descriptor = this.#do(() => openSync(name.file, 'w'));
  }

  /** A write has failed, so that the file lacks something. */
  get failed(): boolean {
    return this.#failed;
  }

  /** Writes all of it or nothing. @throws UsageError where the disk is full, for example */
  write(content: string | Uint8Array): void {
    const bytes = Buffer.from(content);
    try {
      this.#do(() => writeFileSync(this.#descriptor, bytes));
      this.#length += bytes.byteLength;
    } catch (error) {
      this.#failed = true;
      this.#cut();
      throw error;
    }
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  /** Removes what a full disk took in part. */
  #cut(): void {
    try {
      ftruncateSync(this.#descriptor, this.#length);
    } catch {
      // A device or a pipe has no length; the error that is thrown says what happened.
    }
  }

  #do<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      const { option, file, example } = this.#name;
      const why = messageOf(error);
      throw new UsageError(`${option} '${file}' cannot be written (${why}); name a file such as ${example}`);
    }
  }
}
