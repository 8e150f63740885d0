import type { ChildProcess } from 'node:child_process';

export type RecordLimits = {
  /** Maximum number of records. */
  max: number;
  /** Maximum length of a record in bytes; the rest is cut off. */
  maxLength?: number;
  /** Terminates each record. */
  separator?: '\0' | '\n';
};

/** Maximum length of the whole output in bytes, including the parts that are cut off. */
const maxOutput = 16 << 20;

/** `isCut`: the output exceeded a limit. */
export type Records = { records: string[]; isCut: boolean };

/** Reads records from the standard output of a process, and kills it when it exceeds a limit. */
export async function readRecords(
  { stdout }: Pick<ChildProcess, 'stdout'>,
  { max, maxLength = 1_000, separator = '\0' }: RecordLimits,
): Promise<Records> {
  const records: string[] = [];
  const end = separator.charCodeAt(0);
  let [begun, length, size] = [[] as Buffer[], 0, 0];
  const add = (part: Buffer) => {
    const taken = part.subarray(0, Math.max(0, maxLength - length));
    // Copy it, because a slice would keep the whole chunk in memory.
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
