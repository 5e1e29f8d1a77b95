/** A table as a Parquet file, written one group of rows after the other. It can be read once it is closed. */
import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer';
import type { Cell, Column, Row, TableWriter } from './table.js';
import type { TableFile } from './tableFile.js';

/** Rows kept in memory; readers read a group at a time, too. */
export const ROWS_PER_GROUP = 10_000;

/** The file's metadata holds the columns with units and descriptions under this key, as JSON. */
export const COLUMNS_KEY = 'steerbot.columns';

const STORED_AS: Readonly<Record<Column['type'], Pick<SchemaElement, 'type' | 'converted_type'>>> = {
  double: { type: 'DOUBLE' },
  // Seeds are larger than an INT32.
  int: { type: 'INT64' },
  boolean: { type: 'BOOLEAN' },
  string: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
};

export class ParquetTable implements TableWriter {
  readonly #file: TableFile;
  readonly #bytes = new ByteWriter();
  #columns: readonly Column[] = [];
  #writer: ParquetWriter | undefined;
  #held: Row[] = [];

  constructor(file: TableFile) {
    this.#file = file;
  }

  begin(columns: readonly Column[]): void {
    this.#columns = columns;
    this.#writer = new ParquetWriter({
      writer: this.#bytes,
      schema: [
        { name: 'root', num_children: columns.length },
        ...columns.map(({ name, type }) => ({
          name,
          repetition_type: 'OPTIONAL' as const,
          ...STORED_AS[type],
        })),
      ],
      kvMetadata: [{ key: COLUMNS_KEY, value: JSON.stringify(columns) }],
      createdBy: 'steerbot',
    });
  }

  add(rows: readonly Row[]): void {
    for (const row of rows) {
      this.#held.push(row);
      if (this.#held.length === ROWS_PER_GROUP) this.#writeGroup();
    }
  }

  /** Writes the remaining rows and the index. A file in which rows are missing stays without an index. */
  close(): void {
    try {
      if (!this.#file.failed) {
        this.#writeGroup();
        void this.#writer?.finish();
        this.#drain();
      }
    } finally {
      this.#file.close();
    }
  }

  #writeGroup(): void {
    const rows = this.#held;
    this.#held = [];
    if (rows.length === 0) return;
    const columnData = this.#columns.map(({ name, type }, i) => ({
      name,
      data: rows.map((row) => storedCell(row[i] ?? null, type)),
    }));
    void this.#writer?.write({ columnData, rowGroupSize: ROWS_PER_GROUP });
    this.#drain();
  }

  /** The writer works in memory, and without waiting; what it made goes to the file. */
  #drain(): void {
    this.#file.write(this.#bytes.getBytes());
    this.#bytes.index = 0;
  }
}

function storedCell(cell: Cell, type: Column['type']): Cell | bigint {
  if (type !== 'int') return cell;
  return Number.isSafeInteger(cell) ? BigInt(cell as number) : null;
}
