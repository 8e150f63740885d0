import type { ChildProcess } from 'node:child_process';

export type RecordLimits = {
  /** How many records are read at most. */
  max: number;
  /** Bytes of a record that are read; the rest of it is left out. */
  maxLength?: number;
  /** Bytes of output that are read in all, also those that are left out. */
  maxOutput?: number;
  /** What ends a record. */
  separator?: '\0' | '\n';
};

/** `isCut`: there was more. */
export type Records = { records: string[]; isCut: boolean };

/** Reads the records of a process from its standard output, and ends it as soon as it has written more than allowed. */
export async function readRecords(
  { stdout }: Pick<ChildProcess, 'stdout'>,
  { max, maxLength = 1_000, maxOutput = 16 << 20, separator = '\0' }: RecordLimits,
): Promise<Records> {
  const records: string[] = [];
  const end = separator.charCodeAt(0);
  let [begun, length, size] = [[] as Buffer[], 0, 0];
  const add = (part: Buffer) => {
    const taken = part.subarray(0, Math.max(0, maxLength - length));
    // A copy, since a part of a chunk would keep all of it in memory.
    if (taken.length > 0) begun.push(Buffer.from(taken));
    length += taken.length;
  };
  const finish = () => {
    records.push(Buffer.concat(begun).toString('utf8'));
    [begun, length] = [[], 0];
  };
  for await (const chunk of (stdout ?? []) as AsyncIterable<Buffer>) {
    size += chunk.length;
    let at = 0;
    for (let next = chunk.indexOf(end); next !== -1; next = chunk.indexOf(end, at)) {
      if (records.length >= max) return { records, isCut: true };
      const isWhole = length === 0 && next - at <= maxLength;
      if (isWhole) records.push(chunk.toString('utf8', at, next));
      else {
        add(chunk.subarray(at, next));
        finish();
      }
      at = next + 1;
    }
    add(chunk.subarray(at));
    if (size > maxOutput) break;
  }
  if (length > 0 && records.length < max) finish();
  return { records, isCut: size > maxOutput };
}
