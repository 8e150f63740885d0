import { readFile } from 'node:fs/promises';
import { LRUCache } from 'lru-cache';
import { entryAddress, entryId } from '#lib/content/addresses.ts';
import { collectionNames, contentCollections } from '#lib/content/collections.ts';
import { atTime, listContentFiles, parseEntry, type Entry } from '#lib/content/checking/entry.ts';
import { formatDay, formatMoment } from '#lib/content/formats.ts';
import { dayIn, startOfDay } from '#lib/content/terms.ts';
import type { Hidden } from '#lib/content/visibility.ts';
import { escapeHtml } from '#lib/content/html-text.ts';

/** A rendered page of `astro dev`. */
export type DevPage = {
  path: string;
  status: number;
  html: string;
  /** Why the page could not be rendered. */
  error: string | undefined;
};

type Options = { contentDir: string; timeZone: string };

/**
 * Returns a function that chooses the HTML that `npm run dev` shows for a page: the page itself, with a banner if readers
 * do not see it; its last good version if it can no longer be rendered; or its errors if there is no good version.
 */
export function createDevPages(options: Options): (page: DevPage) => Promise<string> {
  const lastGood = new LRUCache<string, string>({ max: 100 });
  return async ({ path, status, html, error }) => {
    if (error !== undefined) return explainFailure(error, lastGood.get(path));
    if (status !== 200 && status !== 404) return html;
    const entry = await findEntry(path, options);
    if (status === 404) return entry && !isReadable(entry) ? explainErrors(entry) : html;
    lastGood.set(path, html);
    return entry?.hidden ? withBanner(html, describeHidden(entry.hidden, options.timeZone)) : html;
  };
}

function isReadable({ findings }: Entry): boolean {
  return findings.every(({ severity }) => severity !== 'fatal');
}

/** Reads the file of a page again, because it may have changed since the last check. */
async function findEntry(path: string, { contentDir, timeZone }: Options): Promise<Entry | undefined> {
  for (const collection of collectionNames) {
    const { base, hasEntryPages } = contentCollections[collection];
    if (!hasEntryPages || !`${path}/`.startsWith(`${base}/`)) continue;
    const files = await listContentFiles(contentDir, collection);
    const file = files.find(({ name }) => entryAddress(collection, entryId(name)) === decodeURI(path));
    if (!file) continue;
    const entry = parseEntry(file, await readFile(file.path, 'utf8'));
    return atTime(entry, { now: new Date(), timeZone });
  }
  return undefined;
}

function describeHidden(hidden: Hidden, timeZone: string): string {
  if (hidden.reason === 'draft') return 'Draft: not published';
  const day = dayIn(timeZone, hidden.at);
  const isMidnight = startOfDay(timeZone, day) === hidden.at.getTime();
  const moment = isMidnight ? formatDay(day) : formatMoment(hidden.at.getTime());
  return hidden.reason === 'scheduled' ? `Published from ${moment}` : `No longer published since ${moment}`;
}

function explainErrors({ file, findings }: Entry): string {
  const items = findings.map(
    ({ line, message, fix }) =>
      `<li><code>${escapeHtml(`${file}:${line}`)}</code>: ${escapeHtml(`${message}: ${fix}`)}</li>`,
  );
  return blankPage(`<h1>This page can’t be shown yet</h1><ul>${items.join('')}</ul>`);
}

function explainFailure(error: string, lastGood: string | undefined): string {
  const reason = `${escapeHtml(error)}. The terminal has the details.`;
  if (lastGood === undefined) return blankPage(`<h1>This page can’t be rendered</h1><p>${reason}</p>`);
  return withBanner(lastGood, `This is the last version of the page that could be rendered: ${reason}`);
}

function blankPage(content: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Preview</title><body>${content}</body></html>`;
}

const bannerStyle =
  'padding: 0.6rem max(1rem, calc(50vw - 38rem)); font: 600 1rem/1.5 system-ui, sans-serif; color: #2b1a12; background: #fbe0a8';

/** @param text as HTML */
function withBanner(html: string, text: string): string {
  const banner = `<aside aria-label="Preview" data-no-twin data-preview-banner style="${bannerStyle}">${text}</aside>`;
  return html.replace(/<body[^>]*>/, (body) => body + banner);
}
