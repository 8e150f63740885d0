import { setImmediate as nextTurn } from 'node:timers/promises';
import { readFrontMatter } from '#lib/content/checking/check-front-matter.ts';
import type { Draft } from '#lib/store/desk/editing-drafts.ts';
import { isText } from './draft-files.ts';

/** The fields of a draft that lists show. */
export type DraftFacts = { title: string | undefined; owner: string | undefined };

/**
 * Creates a function that returns the fields of drafts for lists, by path. It caches each saved version, and yields to
 * the event loop between drafts.
 */
export function createDraftFacts() {
  let known = new Map<string, DraftFacts>();
  return async (drafts: readonly Draft[]): Promise<ReadonlyMap<string, DraftFacts>> => {
    const next = new Map<string, DraftFacts>();
    const found = new Map<string, DraftFacts>();
    for (const { path, text, version, savedAt } of drafts.filter((draft) => isText(draft.path))) {
      const key = `${path} ${version} ${savedAt}`;
      let facts = known.get(key);
      if (!facts) {
        facts = factsOf(text);
        await nextTurn();
      }
      next.set(key, facts);
      found.set(path, facts);
    }
    known = next;
    return found;
  };
}

function factsOf(text: string | null): DraftFacts {
  const { title, name, owner } = (text === null ? undefined : readFrontMatter(text).frontMatter?.data) ?? {};
  const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);
  return { title: textOf(title ?? name), owner: textOf(owner) };
}
