import { formatProblems } from '#lib/content/checking/problem.ts';
import type { PublicationOutcome } from '#lib/publishing/activation/publication-requests.ts';
import type { SitePublication } from './site-publisher.ts';

/** The outcome of a change of the content folder, and the moment for which it was published. */
export type WatchedOutcome = PublicationOutcome & { at: string };

/** Publishes, and describes the outcome. Never rejects: a failure leaves the last publication in place. */
export async function tryToPublish(publish: () => Promise<SitePublication>): Promise<PublicationOutcome> {
  const began = performance.now();
  const seconds = () => Number(((performance.now() - began) / 1000).toFixed(1));
  try {
    const { pages, changed, refused, warnings } = await publish();
    return {
      pages,
      changed,
      seconds: seconds(),
      refused: formatProblems(refused),
      refusedFiles: new Set(refused.map(({ file }) => file)).size,
      warnings: formatProblems(warnings),
    };
  } catch (error) {
    const failure = describeFailure(error);
    const nothing = { pages: 0, changed: 0, refused: '', refusedFiles: 0, warnings: '' };
    return { ...nothing, seconds: seconds(), failure };
  }
}

export function describeOutcome({ pages, changed, seconds, failure }: PublicationOutcome): string {
  return failure
    ? `not published: ${failure}`
    : `published ${pages} pages, ${changed} changed, in ${seconds} s`;
}

const sqliteFull = 13;

/** Describes a failure in one sentence for editors if the system refused to read or write a file. */
function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, path, errcode } = error as NodeJS.ErrnoException & { errcode?: number };
  if (code === 'ENOSPC' || code === 'EDQUOT' || errcode === sqliteFull)
    return 'the disk is full: free some space and publish again';
  return code !== undefined && path !== undefined
    ? `${path} cannot be read or written (${code})`
    : error.message;
}
