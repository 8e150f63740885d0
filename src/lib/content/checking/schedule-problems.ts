import { momentOf } from '#lib/content/local-time.ts';
import type { Clock } from '#lib/content/terms.ts';
import { publicationTime, type Hidden } from '#lib/content/visibility.ts';
import type { Entry } from './entry.ts';
import type { Finding, Severity } from './problem.ts';

/** Entries that end before they appear, and those that are over. */
export function findScheduleProblems(
  { collection, frontMatter }: Entry,
  { now, timeZone }: Clock,
): Finding[] {
  if (!frontMatter) return [];
  const { data, lineOf } = frontMatter;
  const start = publicationTime({ collection, data }, timeZone);
  const end = momentOf(data['unpublishAt'], timeZone);
  if (end === undefined) return [];
  const line = lineOf(['unpublishAt']);
  if (start !== undefined && end <= start) {
    const field = momentOf(data['publishAt'], timeZone)?.getTime() === start.getTime() ? 'publishAt' : 'date';
    return [
      {
        line,
        message: `"unpublishAt" is not later than "${field}", so readers never see this`,
        fix: 'change one of the two',
        severity: 'error',
      },
    ];
  }
  if (end > now) return [];
  return [
    {
      line,
      message: 'the time in "unpublishAt" has passed, so readers no longer see this',
      fix: 'delete the line to publish it again, or delete the file',
      severity: 'warning',
    },
  ];
}

/** How a problem describes the target of a link that readers do not see. Of a schedule, this is only a warning. */
export function explainHidden(
  hidden: Hidden,
  file: string,
): { state: string; fix: string; severity: Severity } {
  switch (hidden.reason) {
    case 'draft':
      return { state: 'is not published', fix: `publish ${file}`, severity: 'error' };
    case 'scheduled':
      return { state: 'is not published yet', fix: `publish ${file} earlier`, severity: 'warning' };
    case 'expired':
      return { state: 'is no longer published', fix: `change "unpublishAt" in ${file}`, severity: 'warning' };
  }
}
