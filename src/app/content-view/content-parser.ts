import { join } from 'node:path';
import { isContentFile } from '#lib/content/checking/content-file.ts';
import { parseEntry, type ParsedEntry } from '#lib/content/checking/entry.ts';
import { collectionNames, contentCollections, type CollectionName } from '#lib/content/collections.ts';
import type { SourceFile, Sources } from '#lib/publishing/activation/sources.ts';
import type { TextProbe } from '#app/publisher/text-probe.ts';
import type { StoredEntry } from './content-view.ts';

/** A parsed content file. `stored` is undefined if its front matter is invalid. */
type Parsed = { collection: CollectionName; entry: ParsedEntry; stored: StoredEntry | undefined };

export type Listed = { file: SourceFile; known: Parsed };

type ParserOptions = {
  contentDir: string;
  /** Returns the problem of a file whose text must not be parsed. */
  problemOf: TextProbe['problemOf'];
};

/** Parses content files, each state of a file once. */
export function createContentParser({ contentDir, problemOf }: ParserOptions) {
  const parsed = new WeakMap<SourceFile, Parsed | undefined>();

  /** Undefined for a file that is not an entry. */
  function parse(file: SourceFile): Parsed | undefined {
    if (!parsed.has(file)) parsed.set(file, parseSource(file));
    return parsed.get(file);
  }

  function parseSource(file: SourceFile): Parsed | undefined {
    const { path, text } = file;
    const [folder = '', ...rest] = path.split('/');
    const collection = collectionNames.find((each) => each === folder);
    const name = rest.join('/');
    if (!collection || text === undefined || !isContentFile(name)) return undefined;
    const entry = parseEntry({ collection, name, path: join(contentDir, path) }, text, problemOf(file));
    const data = contentCollections[collection].schema.safeParse(entry.frontMatter?.data ?? {});
    const stored = data.success && {
      id: entry.id,
      data: data.data,
      body: entry.body,
      filePath: entry.file,
    };
    return { collection, entry, stored: stored || undefined };
  }

  const listed = new WeakMap<Sources, Listed[]>();

  /** In the order in which a check reads the collections. */
  function listParsed(sources: Sources): readonly Listed[] {
    const known = listed.get(sources);
    if (known) return known;
    const lists = new Map<CollectionName, Listed[]>(collectionNames.map((name) => [name, []]));
    for (const file of sources.values()) {
      const found = parse(file);
      if (found) lists.get(found.collection)?.push({ file, known: found });
    }
    const all = [...lists.values()].flat();
    listed.set(sources, all);
    return all;
  }
  return { parse, list: listParsed };
}

export type ContentParser = ReturnType<typeof createContentParser>;
