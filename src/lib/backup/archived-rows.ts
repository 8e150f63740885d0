import { buffer } from 'node:stream/consumers';
import type { Row, TableDigest } from '#lib/store/copy/row-digest.ts';
import type { StoreTable } from '#lib/store/copy/store-tables.ts';
import type { ArchivedFile } from './read-archive.ts';
import type { ArchiveWriter } from './write-archive.ts';

/** Files of rows have at most about this many characters, so that they fit into memory. */
const maxLength = 4_000_000;
const folder = 'store';
const fileName = /^store\/([a-z0-9_]+)\.\d+\.jsonl$/;

type Digest = { add(row: Row): void; read(): TableDigest };

/** Writes the rows of a table as lines of JSON. */
export async function archiveRows(
  archive: ArchiveWriter,
  table: StoreTable,
  { rows, digest }: { rows: AsyncIterable<readonly Row[]>; digest: Digest },
): Promise<TableDigest> {
  let lines: string[] = [];
  let length = 0;
  let count = 0;
  const flush = async () => {
    if (lines.length === 0) return;
    count += 1;
    await archive.addBytes(`${folder}/${table.name}.${count}.jsonl`, Buffer.from(`${lines.join('\n')}\n`));
    lines = [];
    length = 0;
  };
  for await (const batch of rows) {
    for (const row of batch) {
      digest.add(row);
      const line = JSON.stringify(row);
      lines.push(line);
      length += line.length;
      if (length >= maxLength) await flush();
    }
  }
  await flush();
  return digest.read();
}

/** @returns the name of the table whose rows a file of a backup has; undefined for other files */
export function tableOf(name: string): string | undefined {
  return fileName.exec(name)?.[1];
}

/** Reads the rows of a file, in batches. */
export async function* readArchivedRows({ body }: ArchivedFile): AsyncGenerator<Row[]> {
  const lines = (await buffer(body)).toString().split('\n');
  lines.pop();
  for (let start = 0; start < lines.length; start += 1_000)
    yield lines.slice(start, start + 1_000).map((line) => JSON.parse(line) as Row);
}
