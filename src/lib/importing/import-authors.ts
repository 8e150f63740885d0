import type { Entry } from '#lib/content/checking/entry.ts';
import { slugOf } from '#lib/content/slug-of.ts';
import { oneLine, shorten } from './entry-fields.ts';
import type { EntryText, ImportLedger } from './import-ledger.ts';
import { writeFrontMatter } from './write-entry.ts';

/** Finds the people of the institute who wrote pages of the source, by name. */
export function createAuthors(
  others: readonly Entry[],
  { ledger, isDeleted }: { ledger: ImportLedger; isDeleted: (id: string) => boolean },
) {
  const people = others.filter(({ collection }) => collection === 'people');
  const ids = new Map<string, string>();
  for (const { id, hidden, frontMatter } of people) {
    const name = frontMatter?.data['name'];
    if (!hidden && typeof name === 'string') ids.set(name.toLowerCase(), id);
  }
  const taken = new Set(people.map(({ id }) => id));
  const texts = new Map<string, EntryText>();

  function addPerson(name: string): string {
    const key = keyOf(name);
    const known = ledger.entries[key]?.file;
    const slug = slugOf(name) || 'author';
    let id = known?.replace(/^people\/|\.mdx$/g, '') ?? slug;
    for (let number = 2; known === undefined && taken.has(id); number += 1) id = `${slug}-${number}`;
    taken.add(id);
    ids.set(name.toLowerCase(), id);
    const fields = { name, role: 'Author', summary: shorten(`${name} writes for this site.`, 160) };
    texts.set(id, { id: key, file: `people/${id}.mdx`, text: writeFrontMatter(fields) });
    return id;
  }

  return {
    /** The id of a person, who becomes an entry if there is none with this name. Undefined without a usable name. */
    find(given: string | undefined): string | undefined {
      const name = shorten(oneLine(given ?? ''), 80);
      if (name.length < 2) return undefined;
      if (isDeleted(keyOf(name))) return undefined;
      return ids.get(name.toLowerCase()) ?? addPerson(name);
    },
    /** The people to write. */
    listTexts: () => [...texts.values()],
  };
}

/** The id of an author in the ledger. */
function keyOf(name: string): string {
  return `author ${name}`;
}
