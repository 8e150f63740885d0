import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Draft } from '#lib/store/desk/editing-drafts.ts';
import { isText } from './draft-files.ts';
import { titleOf } from './entry-title.ts';
import { addressFrom, findPictureUses, isPicture, type PictureUse } from './picture-uses.ts';

/** An entry that shows a picture. */
type LibraryUse = { file: string; title: string; alt: string };

/** A picture of the published content or of a draft. `hash` changes with its content. */
export type LibraryPicture = { path: string; hash: string; isDraft: boolean; uses: readonly LibraryUse[] };

type Sources = {
  /** The hashes of the published files by path. */
  published: ReadonlyMap<string, string>;
  drafts: readonly Pick<Draft, 'id' | 'path' | 'movedFrom' | 'text' | 'version'>[];
  /** Whether a file is listed; by default, pictures are. */
  isListed?: (path: string) => boolean;
  /** Reads the uses in a published file. Results can be cached by hash. */
  readUses: (path: string, hash: string) => Promise<readonly LibraryUseOf[]>;
};

export type LibraryUseOf = PictureUse & { title: string };

/** Lists the pictures, or documents, of the published content and of drafts, with the entries that use them. */
export async function listPictures({
  published,
  drafts,
  readUses,
  isListed = isPicture,
}: Sources): Promise<LibraryPicture[]> {
  const replaced = new Set(drafts.flatMap(({ path, movedFrom }) => [path, movedFrom ?? path]));
  const unchanged = [...published].filter(([path]) => !replaced.has(path));
  const uses = new Map<string, LibraryUse[]>();
  const add = (file: string, found: readonly LibraryUseOf[]) => {
    for (const { picture, title, alt } of found) {
      uses.set(picture, [...(uses.get(picture) ?? []), { file, title, alt }]);
    }
  };
  await Promise.all(
    unchanged
      .filter(([path]) => isText(path))
      .map(async ([path, hash]) => add(path, await readUses(path, hash))),
  );
  const written = drafts.filter((draft) => draft.text !== null);
  for (const { path, text } of written.filter((draft) => isText(draft.path))) {
    await nextTurn();
    add(path, usesOf(path, text ?? ''));
  }
  const added = written.filter(({ path }) => isListed(path));
  const files = [
    ...unchanged.filter(([path]) => isListed(path)).map(([path, hash]) => ({ path, hash, isDraft: false })),
    ...added.map((draft) => ({ path: draft.path, hash: `${draft.id}-${draft.version}`, isDraft: true })),
  ];
  return files
    .map((file) => ({
      ...file,
      uses: (uses.get(file.path) ?? []).toSorted((a, b) => a.title.localeCompare(b.title)),
    }))
    .toSorted((a, b) => nameOf(a.path).localeCompare(nameOf(b.path)));
}

export function usesOf(path: string, text: string): LibraryUseOf[] {
  const found = findPictureUses(path, text);
  const title = found.length === 0 ? '' : titleOf(text, path);
  return found.map((use) => ({ ...use, title }));
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The text alternative of a picture, from the first use that has one. */
export function descriptionOf({ uses }: LibraryPicture): string {
  return uses.find(({ alt }) => alt !== '')?.alt ?? '';
}

/** The text to paste: a component or Markdown that shows the picture in an entry, or its path for settings. */
export function writePicture(file: string, picture: LibraryPicture): string {
  const src = addressFrom(file, picture.path);
  const alt = descriptionOf(picture);
  if (file.endsWith('.yaml')) return src;
  if (!file.endsWith('.mdx')) return `![${alt}](${src})`;
  return `<Figure src="${src}" alt="${alt.replaceAll('"', '&quot;')}" />`;
}

export type PictureQuery = {
  text: string;
  use: 'used' | 'unused' | '';
  /** The entry that the picture is for. */
  file: string;
  page: number;
};

/** Reads the filter from the query string. Ignores unknown values. */
export function readPictureQuery({ searchParams }: URL): PictureQuery {
  const use = (['used', 'unused'] as const).find((each) => each === searchParams.get('use'));
  return {
    text: (searchParams.get('q') ?? '').trim().slice(0, 200),
    use: use ?? '',
    file: (searchParams.get('for') ?? '').slice(0, 200),
    page: Math.max(1, Math.trunc(Number(searchParams.get('page')) || 1)),
  };
}

export function addressOfPictures({ text, use, file, page }: PictureQuery): string {
  const fields = { q: text, use, for: file, page: page === 1 ? '' : String(page) };
  const given = Object.entries(fields).filter(([, value]) => value !== '');
  return `/staff/content/pictures${given.length > 0 ? `?${new URLSearchParams(given)}` : ''}`;
}

const picturesPerPage = 24;

/** One page of pictures. Each word of the search must match the name, a text alternative or a title. */
export function filterPictures(pictures: readonly LibraryPicture[], query: PictureQuery) {
  const words = query.text.toLowerCase().split(/\s+/).filter(Boolean);
  const matching = pictures.filter(({ path, uses }) => {
    const searched = [path, ...uses.flatMap(({ title, alt }) => [title, alt])].join(' ').toLowerCase();
    return words.every((word) => searched.includes(word));
  });
  const used = matching.filter(({ uses }) => uses.length > 0);
  const unused = matching.filter(({ uses }) => uses.length === 0);
  const found = { used, unused, '': matching }[query.use];
  const pages = Math.max(1, Math.ceil(found.length / picturesPerPage));
  const page = Math.min(query.page, pages);
  return {
    found: found.length,
    page,
    pages,
    counts: { used: used.length, unused: unused.length },
    rows: found.slice((page - 1) * picturesPerPage, page * picturesPerPage),
  };
}
