import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';

const fileSchema = z.string().regex(/^(?:pages|news|handbook|people)\/(?!.*\.\.)[^\\\0]+\.mdx$/);

/** What imports wrote, by the ids of their source. */
const ledgerSchema = z.object({
  version: z.literal(1),
  entries: z.record(
    z.string(),
    z.object({
      file: fileSchema,
      /** Of the text that the last import wrote; missing before the first one ended. */
      hash: z.string().optional(),
      /** Of the text that an import is about to write. */
      pending: z.string().optional(),
      /** The old site, and the key by which its links find the entry. */
      keys: z.array(z.string()).optional(),
    }),
  ),
});

export type ImportLedger = z.infer<typeof ledgerSchema>;
export type LedgerEntry = ImportLedger['entries'][string];

/** What an import does with a file. */
export type WriteOutcome = 'new' | 'updated' | 'unchanged' | 'edited' | 'deleted';

/** @throws Error for a file that is not a ledger */
export function readLedger(path: string): ImportLedger {
  if (!existsSync(path)) return { version: 1, entries: {} };
  try {
    return ledgerSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (cause) {
    throw new Error(`${path} cannot be read: restore it, or delete it to import everything again`, { cause });
  }
}

export type EntryText = { id: string; file: string; text: string; keys?: string[] | undefined };

/**
 * Writes entries, except those that an editor changed or deleted since the last import. The ledger is written before and
 * after the files, so an import that was interrupted can be repeated.
 * @returns what was done, by id
 */
export function writeEntries(
  texts: readonly EntryText[],
  { ledger, path, contentDir }: { ledger: ImportLedger; path: string; contentDir: string },
): Map<string, WriteOutcome> {
  const outcomes = new Map<string, WriteOutcome>();
  for (const { id, file, text, keys } of texts) {
    const hash = hashOf(text);
    const known = ledger.entries[id];
    const current = hashOfFile(join(contentDir, file));
    const outcome = decide(current, hash, known);
    outcomes.set(id, outcome);
    if (known && keys) known.keys = keys;
    if (outcome === 'edited' || outcome === 'deleted') continue;
    ledger.entries[id] = { file, pending: hash, hash: current, keys };
  }
  writeWhole(path, JSON.stringify(ledger, undefined, 1));
  for (const { id, file, text } of texts) {
    const outcome = outcomes.get(id);
    if (outcome === 'new' || outcome === 'updated') writeWhole(join(contentDir, file), text);
    const known = ledger.entries[id];
    if (known?.pending !== undefined) ledger.entries[id] = { file, hash: known.pending, keys: known.keys };
  }
  writeWhole(path, JSON.stringify(ledger, undefined, 1));
  return outcomes;
}

/** @param current the hash of the file; undefined if there is none */
function decide(current: string | undefined, hash: string, known: LedgerEntry | undefined): WriteOutcome {
  if (current === undefined) return known?.hash === undefined ? 'new' : 'deleted';
  if (current !== known?.hash && current !== known?.pending) return 'edited';
  return current === hash ? 'unchanged' : 'updated';
}

function hashOfFile(path: string): string | undefined {
  return existsSync(path) ? hashOf(readFileSync(path, 'utf8')) : undefined;
}

/** Whether someone deleted an entry after an import wrote it. */
export function isDeletedEntry(entry: LedgerEntry | undefined, contentDir: string): boolean {
  return entry?.hash !== undefined && !existsSync(join(contentDir, entry.file));
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Replaces a file by renaming, so that no reader sees half of it. */
export function writeWhole(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.part`, text);
  renameSync(`${path}.part`, path);
}
