import { isShownByClocks, momentOf } from '#lib/content/local-time.ts';
import type { Clock } from '#lib/content/terms.ts';
import { publicationTime, type Hidden } from '#lib/content/visibility.ts';
import type { FrontMatter } from './check-front-matter.ts';
import type { Entry } from './entry.ts';
import { placeOf, type Finding, type Severity } from './problem.ts';

/** Reports an entry that ends before it appears, or has expired. */
export function findScheduleProblems(
  { collection, frontMatter }: Entry,
  { now, timeZone }: Clock,
): Finding[] {
  if (!frontMatter) return [];
  const { data } = frontMatter;
  const start = publicationTime({ collection, data }, timeZone);
  const end = momentOf(data['unpublishAt'], timeZone);
  if (end === undefined) return [];
  const place = placeOf(frontMatter, ['unpublishAt']);
  if (start !== undefined && end <= start) {
    const field = momentOf(data['publishAt'], timeZone)?.getTime() === start.getTime() ? 'publishAt' : 'date';
    return [
      {
        ...place,
        message: `"unpublishAt" is not later than "${field}", so readers never see this`,
        fix: 'change one of the two',
        severity: 'error',
      },
    ];
  }
  if (end > now) return [];
  return [
    {
      ...place,
      message: 'the time in "unpublishAt" has passed, so readers no longer see this',
      fix: 'delete the line to publish it again, or delete the file',
      severity: 'warning',
    },
  ];
}

/** Reports times of these fields that clocks in the institute's time zone do not show. */
export function findSkippedTimes(
  frontMatter: Pick<FrontMatter, 'data' | 'lineOf'>,
  names: readonly string[],
  timeZone: string,
): Finding[] {
  return names.flatMap((name): Finding[] => {
    const value = frontMatter.data[name];
    const local = typeof value === 'string' ? /^(\S{10})[T ](\d\d:\d\d)(?::00)?$/.exec(value) : null;
    if (!local || !momentOf(value, timeZone)) return [];
    if (isShownByClocks(timeZone, `${local[1] ?? ''} ${local[2] ?? ''}`)) return [];
    const message = `"${name}" ${local[0]} does not exist in ${timeZone}: the clocks skip this time`;
    const fix = 'write a time that the clocks show';
    return [{ ...placeOf(frontMatter, [name]), message, fix, severity: 'fatal' }];
  });
}

/** Describes a link target that readers do not see. For a scheduled or expired target, this is only a warning. */
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
