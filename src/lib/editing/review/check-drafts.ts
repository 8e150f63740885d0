import type { ContentProblem, Finding } from '#lib/content/checking/problem.ts';
import type { Draft } from '#lib/store/desk/editing-drafts.ts';
import type { EditingDesk } from '#lib/editing/desk.ts';
import { isText, overlayOf } from '#lib/editing/draft-files.ts';
import { ApiError } from '#lib/http/api-error.ts';
import { changeSetErrors } from '#lib/i18n/en/desk.ts';

/**
 * Checks each draft, and finds problems that the drafts cause in other files. A failed check gives undefined, so the
 * page can still show the changes; `rendering` logs the failure.
 */
export async function checkDrafts({ rendering }: Pick<EditingDesk, 'rendering'>, drafts: readonly Draft[]) {
  const overlay = overlayOf(drafts);
  const byPath = new Map<string, readonly Finding[] | undefined>();
  for (const draft of drafts) {
    const found = isChecked(draft) ? rendering.render({ overlay, file: draft.path }) : { problems: [] };
    byPath.set(draft.path, await Promise.resolve(found).then(({ problems }) => problems, ignored));
  }
  return { byPath, elsewhere: await findElsewhere({ rendering }, overlay) };
}

/** Problems that unsaved files cause in other files; undefined if the check failed. */
export async function findElsewhere(
  { rendering }: Pick<EditingDesk, 'rendering'>,
  overlay: Readonly<Record<string, string | null>>,
): Promise<readonly ContentProblem[] | undefined> {
  const found = rendering.render({ overlay, checksElsewhere: true });
  return found.then(({ elsewhere }) => elsewhere, ignored);
}

/**
 * Finds the errors that prevent drafts from being published: the site would not update the pages of such files.
 * @throws ApiError INTERNAL if the check failed
 */
export async function findErrors(
  { rendering, takeCommits }: Pick<EditingDesk, 'rendering' | 'takeCommits'>,
  drafts: readonly Draft[],
): Promise<ContentProblem[]> {
  const known = await listErrors({ rendering }, drafts);
  if (known.length === 0) return [];
  // The missing target of a reference may have been added meanwhile, by another server or a push.
  await takeCommits();
  return listErrors({ rendering }, drafts);
}

async function listErrors(
  { rendering }: Pick<EditingDesk, 'rendering'>,
  drafts: readonly Draft[],
): Promise<ContentProblem[]> {
  const overlay = overlayOf(drafts);
  const errors: ContentProblem[] = [];
  for (const { path: file } of drafts.filter(isChecked)) {
    const { problems } = await rendering.render({ overlay, file }).catch((cause: unknown) => {
      throw new ApiError('INTERNAL', { ...changeSetErrors.notChecked, cause });
    });
    const found = problems.filter(({ severity }) => severity !== 'warning');
    errors.push(...found.map((problem) => ({ ...problem, file })));
  }
  return errors;
}

/**
 * Refuses drafts with errors, which may neither be submitted nor published.
 * @throws ApiError INVALID_REQUEST if there are errors, INTERNAL if the check failed
 */
export async function requireNoErrors(
  desk: Pick<EditingDesk, 'rendering' | 'takeCommits'>,
  drafts: readonly Draft[],
): Promise<void> {
  const { length: count } = await findErrors(desk, drafts);
  if (count > 0) throw new ApiError('INVALID_REQUEST', changeSetErrors.hasErrors({ count }));
}

function isChecked({ path, text }: Draft): boolean {
  return text !== null && isText(path);
}

function ignored(): undefined {
  return undefined;
}
