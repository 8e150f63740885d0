import { instituteFileName, parseInstitute } from '#lib/content/checking/institute-file.ts';
import type { Institute } from '#lib/content/institute-schema.ts';
import type { EditingDesk } from '#lib/editing/desk.ts';
import type { Draft } from '#lib/store/desk/editing-drafts.ts';

type Kind = keyof Institute['retentionDays'];

/** Personal data that drafts let the site delete sooner. Days from receipt. */
export type ShorterRetention = { kind: Kind; before: number; after: number };

/**
 * Lists the kinds of personal data that drafts let the site delete sooner than it does now. Publishing them deletes
 * records for good. Empty for facts with errors, which are not published.
 */
export function findShorterRetention(
  { retentionDays }: Pick<EditingDesk, 'retentionDays'>,
  drafts: readonly Pick<Draft, 'path' | 'text'>[],
): ShorterRetention[] {
  const text = drafts.find(({ path }) => path === instituteFileName)?.text;
  const after = text && parseInstitute(instituteFileName, text).institute?.retentionDays;
  if (!after) return [];
  const before = retentionDays();
  return (Object.keys(after) as Kind[])
    .map((kind) => ({ kind, before: before[kind], after: after[kind] }))
    .filter((days) => days.after < days.before);
}
