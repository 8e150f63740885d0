import { posix } from 'node:path';
import { createContentIndex, type ContentIndex } from '#lib/content/checking/content-index.ts';
import { readEntries, type Entry } from '#lib/content/checking/entry.ts';
import type { Clock } from '#lib/content/terms.ts';
import { isIncomplete } from './compare-words.ts';
import { createAuthors } from './import-authors.ts';
import { fitTimes } from './fit-times.ts';
import { createImportFiles } from './import-files.ts';
import {
  isDeletedEntry,
  readLedger,
  writeEntries,
  type EntryText,
  type LedgerEntry,
  type WriteOutcome,
} from './import-ledger.ts';
import type { LinkTargetEntry } from './place-links.ts';
import { placeText } from './place-text.ts';
import { addressOfFile, planEntries, type PlannedEntry } from './plan-entries.ts';
import { readText, type ReadBlocks, type ReadText } from './read-text.ts';
import { hostOf, keysOf, noOrigin, type ImportSource } from './source-page.ts';
import { writeEntry, type WrittenPage } from './write-entry.ts';

type ImportOptions = {
  contentDir: string;
  publicDir: string;
  /** Keeps the ledger of this kind of source. */
  ledgerFile: string;
  /** The addresses of the product and of public files. */
  routes: readonly string[];
  clock: Clock;
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
  const ids = new Set(source.pages.map(({ id }) => id));
  const earlier = Object.entries(ledger.entries).flatMap(([id, entry]) =>
    ids.has(id) || entry.file.startsWith('people/') ? [] : [entry],
  );
  const ownFiles = new Set(Object.values(ledger.entries).map(({ file }) => file));
  for (const { file } of earlier) ownFiles.delete(file);
  const pathOf = (file: string) => posix.join('content', file);
  const entries = await readEntries(contentDir, clock);
  const published = new Set(entries.filter(({ hidden }) => hidden?.reason !== 'draft').map(fileOf));
  const others = entries
    .filter((entry) => !ownFiles.has(fileOf(entry)))
    .map((entry) => ({ ...entry, file: pathOf(fileOf(entry)) }));
  const index = createContentIndex(others, { routes });
  const scheduled = new Set(
    entries.filter(({ frontMatter }) => frontMatter?.data['publishAt'] !== undefined).map(fileOf),
  );
  const pages = source.pages.map((page) =>
    fitTimes(page, { clock, isScheduled: scheduled.has(ledger.entries[page.id]?.file ?? '') }),
  );
  const planned = planEntries(pages, {
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
    hasAddress: (address: string) =>
      address === '/' ||
      index.routes.has(address) ||
      (index.pages.has(address) && index.pages.get(address)?.hidden === undefined),
    files: createImportFiles(options, source),
  };
  const authors = createAuthors(others, { ledger, isDeleted });
  const write = (all: readonly Converted[]) => {
    const targets = listTargets(all.filter((each) => !isDeleted(each.planned.page.id)));
    addEarlierTargets(targets, { earlier, index, site: siteOf(source) });
    return all.map(({ planned: each, text }) => {
      const placed = placeText(text.blocks, each, text.anchors, { ...site, targets });
      const author = each.page.collection === 'news' ? authors.find(each.page.author) : undefined;
      const entry = writeEntry(each, { text, placed, author, files: site.files });
      return { ...entry, keys: keysOf(each.page).map((key) => siteOf(source) + key) };
    });
  };
  const first = write(converted);
  const incomplete = new Set(
    first.filter(({ page }) => isIncomplete(page) && !published.has(page.file)).map(({ id }) => id),
  );
  const written = incomplete.size === 0 ? first : write(converted.map((each) => asDraft(each, incomplete)));

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

/** A text that lacks words is not published before someone has looked at it. Links must not lead to it either. */
function asDraft(converted: Converted, ids: ReadonlySet<string>): Converted {
  const { planned, text } = converted;
  const { page } = planned;
  if (page.isDraft === true || !ids.has(page.id)) return converted;
  return { planned: { ...planned, page: { ...page, isDraft: true } }, text };
}

/** The first page with a key wins, so links lead to pages rather than to drafts of the same address. */
function listTargets(converted: readonly Converted[]): Map<string, LinkTargetEntry> {
  const targets = new Map<string, LinkTargetEntry>();
  for (const { planned, text } of converted) {
    const { page, address } = planned;
    const [old] = page.addresses;
    const target = { address, old, isDraft: page.isDraft === true, anchors: text.anchors };
    for (const key of keysOf(page)) {
      const known = targets.get(key);
      if (known === undefined || (known.isDraft && !target.isDraft)) targets.set(key, target);
    }
  }
  return targets;
}

/** Tells the keys of one old site from those of another. */
function siteOf({ origins }: ImportSource): string {
  return `${hostOf(new URL(origins[0] ?? noOrigin))} `;
}

type Earlier = { earlier: readonly LedgerEntry[]; index: ContentIndex; site: string };

/** Links lead to the entries of other imports of the same kind, too, such as of the other parts of an export. */
function addEarlierTargets(targets: Map<string, LinkTargetEntry>, { earlier, index, site }: Earlier): void {
  for (const { file, keys = [] } of earlier) {
    const address = addressOfFile(file);
    const entry = index.pages.get(address);
    if (!entry || entry.hidden) continue;
    const anchors = new Map([...entry.outline.anchors].map((anchor) => [anchor, anchor]));
    // Older ledgers have the scheme, too.
    const hosts = keys.map((each) => each.replace(/^https?:\/\/(?:www\.)?/, ''));
    for (const key of hosts.filter((each) => each.startsWith(site)).map((each) => each.slice(site.length)))
      if (!targets.has(key)) targets.set(key, { address, isDraft: false, anchors });
  }
}
