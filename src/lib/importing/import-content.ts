import { posix } from 'node:path';
import { createContentIndex } from '#lib/content/checking/content-index.ts';
import { readEntries, type Entry } from '#lib/content/checking/entry.ts';
import type { Clock, Day } from '#lib/content/terms.ts';
import { createAuthors } from './import-authors.ts';
import { createImportFiles } from './import-files.ts';
import {
  isDeletedEntry,
  readLedger,
  writeEntries,
  type EntryText,
  type WriteOutcome,
} from './import-ledger.ts';
import type { LinkTargetEntry } from './place-links.ts';
import { placeText } from './place-text.ts';
import { planEntries, type PlannedEntry } from './plan-entries.ts';
import { readText, type ReadBlocks, type ReadText } from './read-text.ts';
import { linkKey, noOrigin, type ImportSource } from './source-page.ts';
import { writeEntry, type WrittenPage } from './write-entry.ts';

export type ImportOptions = {
  contentDir: string;
  publicDir: string;
  /** Keeps the ledger of this kind of source. */
  ledgerFile: string;
  /** The addresses of the product and of public files. */
  routes: readonly string[];
  clock: Clock;
  today: Day;
  /** Converts HTML to Markdown blocks, like the twins. */
  readBlocks: ReadBlocks;
};

/** What became of a page. */
export type ImportedPage = WrittenPage & { outcome: WriteOutcome };

export type ImportResult = { pages: ImportedPage[]; people: { file: string; outcome: WriteOutcome }[] };

type Converted = { planned: PlannedEntry; text: ReadText };

/** Writes the pages of a source as entries. Repeating it changes only what changed in the source. */
export async function importContent(source: ImportSource, options: ImportOptions): Promise<ImportResult> {
  const { contentDir, ledgerFile, routes, clock, readBlocks } = options;
  const ledger = readLedger(ledgerFile);
  const ownFiles = new Set(Object.values(ledger.entries).map(({ file }) => file));
  const pathOf = (file: string) => posix.join('content', file);
  const others = (await readEntries(contentDir, clock))
    .filter((entry) => !ownFiles.has(fileOf(entry)))
    .map((entry) => ({ ...entry, file: pathOf(fileOf(entry)) }));
  const index = createContentIndex(others, { routes });
  const planned = planEntries(source.pages, {
    knownFiles: new Map(Object.entries(ledger.entries).map(([id, { file }]) => [id, file])),
    taken: index.taken,
  });

  const converted = planned.map((each): Converted => {
    const { html, title, prepare } = each.page;
    return { planned: each, text: readText(html, { readBlocks, title, prepare }) };
  });
  const isDeleted = (id: string) => isDeletedEntry(ledger.entries[id], contentDir);
  const site = {
    source,
    targets: listTargets(converted.filter((each) => !isDeleted(each.planned.page.id))),
    hasAddress: (address: string) =>
      address === '/' ||
      index.routes.has(address) ||
      (index.pages.has(address) && index.pages.get(address)?.hidden === undefined),
    files: createImportFiles(options, source),
  };
  const authors = createAuthors(others, { ledger, isDeleted });
  const written = converted.map(({ planned: each, text }) => {
    const placed = placeText(text.blocks, each, text.anchors, site);
    const author = each.page.collection === 'news' ? authors.find(each.page.author) : undefined;
    return writeEntry(each, { text, placed, author, files: site.files, today: options.today });
  });

  const texts: EntryText[] = [...authors.listTexts(), ...written];
  const outcomes = writeEntries(texts, { ledger, path: ledgerFile, contentDir });
  const outcomeOf = (id: string) => outcomes.get(id) ?? 'unchanged';
  return {
    pages: written.map(({ id, page }) => ({ ...page, outcome: outcomeOf(id) })),
    people: authors.listTexts().map(({ id, file }) => ({ file, outcome: outcomeOf(id) })),
  };
}

function fileOf({ collection, name }: Pick<Entry, 'collection' | 'name'>): string {
  return `${collection}/${name}`;
}

/** The first page with a key wins, so links lead to pages rather than to drafts of the same address. */
function listTargets(converted: readonly Converted[]): Map<string, LinkTargetEntry> {
  const targets = new Map<string, LinkTargetEntry>();
  for (const { planned, text } of converted) {
    const { page, address } = planned;
    const target = { address, isDraft: page.isDraft === true, anchors: text.anchors };
    const urls = [...page.addresses, ...(page.linkedAs ?? [])]
      .filter(Boolean)
      .map((url) => URL.parse(url, noOrigin));
    for (const url of urls) {
      const key = url && linkKey(url);
      const known = key === null ? undefined : targets.get(key);
      if (key !== null && (known === undefined || (known.isDraft && !target.isDraft)))
        targets.set(key, target);
    }
  }
  return targets;
}
