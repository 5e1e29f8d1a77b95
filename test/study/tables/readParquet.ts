/** Reads a Parquet file with a library that did not write it. */
import { readFileSync } from 'node:fs';
import { type FileMetaData, parquetMetadata, parquetReadObjects } from 'hyparquet';

export interface ParquetFile {
  readonly metadata: FileMetaData;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

export async function readParquet(file: string): Promise<ParquetFile> {
  const bytes = readFileSync(file);
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const rows = await parquetReadObjects({ file: buffer as ArrayBuffer });
  return { metadata: parquetMetadata(buffer as ArrayBuffer), rows };
}
