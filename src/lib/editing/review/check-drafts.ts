import type { ContentProblem, Finding } from '#lib/content/checking/problem.ts';
import type { Draft } from '#lib/store/desk/editing-drafts.ts';
import type { EditingDesk } from '#lib/editing/desk.ts';
import { isText, overlayOf } from '#lib/editing/draft-files.ts';
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

type Obstacle = { message: string; resolution: string };

/**
 * Finds an error that prevents drafts from being published: the site would not update the page of such a file.
 * Undefined if there is none.
 */
export async function findObstacle(
  { rendering, takeCommits }: Pick<EditingDesk, 'rendering' | 'takeCommits'>,
  drafts: readonly Draft[],
): Promise<Obstacle | undefined> {
  const known = await findError({ rendering }, drafts);
  if (!known) return undefined;
  // The missing target of a reference may have been added meanwhile, by another server or a push.
  await takeCommits();
  return findError({ rendering }, drafts);
}

async function findError(
  { rendering }: Pick<EditingDesk, 'rendering'>,
  drafts: readonly Draft[],
): Promise<Obstacle | undefined> {
  const overlay = overlayOf(drafts);
  for (const draft of drafts.filter(isChecked)) {
    const { problems } = await rendering.render({ overlay, file: draft.path });
    const problem = problems.find(({ severity }) => severity !== 'warning');
    if (!problem) continue;
    const { line, message, fix } = problem;
    return changeSetErrors.obstacle({ file: draft.path, line, message, fix });
  }
  return undefined;
}

function isChecked({ path, text }: Draft): boolean {
  return text !== null && isText(path);
}

function ignored(): undefined {
  return undefined;
}
