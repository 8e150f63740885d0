import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { pageTypes } from '#lib/content/collections.ts';
import type { IndexedPageData } from '#lib/build-format/page-index-format.ts';
import { readMarkedLines, withoutMarks } from './line-marks.ts';
import type { IndexFile } from './search-index.ts';

/** A page as Pagefind indexes it. */
export type PagefindPage = IndexedPageData & {
  /** `text` has lines: see `readMarkedLines`. */
  sections: { anchor: string | null; heading: string; text: string }[];
};

/** The parts of a Pagefind fragment that the server's search needs. Locations count the words of `content`. */
const fragmentSchema = z.object({
  url: z.string(),
  content: z.string(),
  meta: z.object({
    title: z.string(),
    keywords: z.string().default(''),
    description: z.string().default(''),
    markdown: z.string(),
  }),
  filters: z.object({ type: z.array(z.enum(pageTypes)).length(1) }),
  anchors: z.array(
    z.object({ id: z.string(), element: z.string(), location: z.number(), text: z.string().default('') }),
  ),
});

const signature = 'pagefind_dcd';

/**
 * Reads the fragments among Pagefind's files, in any order.
 * @param etags the entity tag of each page's HTML, by path
 * @returns the pages, sorted by path
 * @throws Error if the format of Pagefind's fragments has changed
 */
export function readFragments(
  files: readonly IndexFile[],
  etags: ReadonlyMap<string, string>,
): PagefindPage[] {
  const fragments = files.flatMap(({ path, content }) => {
    if (!path.endsWith('.pf_fragment')) return [];
    const text = gunzipSync(content).toString('utf8');
    if (!text.startsWith(signature)) throw new Error(`${path} is not a fragment of Pagefind`);
    return [fragmentSchema.parse(JSON.parse(text.slice(signature.length)))];
  });
  return fragments
    .map(({ url, content, meta, filters, anchors }) => ({
      path: url,
      markdownPath: meta.markdown,
      title: meta.title,
      type: filters.type[0] ?? 'page',
      keywords: meta.keywords,
      description: meta.description,
      etag: etags.get(url) ?? '',
      // `search-index.ts` adds the description at the end of the text.
      sections: toSections(withoutEnd(content, meta.description), anchors),
    }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

function withoutEnd(text: string, end: string): string {
  const trimmed = text.trimEnd();
  return end !== '' && trimmed.endsWith(end) ? trimmed.slice(0, -end.length).trimEnd() : trimmed;
}

/** Splits the text at its headings. */
function toSections(
  content: string,
  anchors: z.infer<typeof fragmentSchema>['anchors'],
): PagefindPage['sections'] {
  const words = content.split(/\s+/);
  const headings = anchors.filter(({ element }) => /^h[2-6]$/.test(element));
  const first = { id: null, location: 0, text: '' };
  return [first, ...headings]
    .map(({ id, location, text }, index) => {
      const marked = words.slice(location, headings[index]?.location ?? words.length).join(' ');
      const rest = readMarkedLines(marked);
      const heading = withoutMarks(text).trim();
      return {
        anchor: id,
        heading,
        text: rest.startsWith(heading) ? rest.slice(heading.length).replace(/^[.:]?[ \n]*/, '') : rest,
      };
    })
    .filter(({ heading, text }) => heading !== '' || text !== '');
}
