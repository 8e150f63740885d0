import type { Finding } from '#lib/content/checking/problem.ts';
import type { Draft } from '#lib/store/desk/editing-drafts.ts';
import { draftedReference } from '#lib/i18n/en/desk.ts';
import { titleOf } from './entry-title.ts';
import { addressOfFile } from './moved-links.ts';
import { yamlFileOf } from './yaml-files.ts';

type Drafts = { listAll: () => Promise<readonly Pick<Draft, 'path' | 'text'>[]> };

/** Explains references and links to entries that are drafts of other changes: both have to be published together. */
export async function explainDrafted(
  problems: readonly Finding[],
  drafts: Drafts,
): Promise<readonly Finding[]> {
  if (problems.every(({ missing }) => missing === undefined)) return problems;
  const drafted = await drafts.listAll();
  return problems.map((problem) => {
    const draft = drafted.find(({ path }) => !yamlFileOf(path) && addressOfFile(path) === problem.missing);
    if (!draft || draft.text === null) return problem;
    return { ...problem, ...draftedReference({ title: titleOf(draft.text, draft.path) }) };
  });
}
