import { momentOf } from '#lib/content/local-time.ts';
import type { Clock } from '#lib/content/terms.ts';
import { publicationTime } from '#lib/content/visibility.ts';
import type { SourcePage } from './source-page.ts';

type TimeOptions = {
  clock: Clock;
  /** Whether the entry of an earlier import has a time of publication. It stays, so that nothing changes by itself. */
  isScheduled: boolean;
};

/** Leaves out a time of publication that has passed. A page that expired before it started becomes a draft. */
export function fitTimes(page: SourcePage, { clock, isScheduled }: TimeOptions): SourcePage {
  const { collection, date, publishAt, unpublishAt, doubts = [] } = page;
  const start = momentOf(publishAt, clock.timeZone);
  const isSaid = collection === 'news' && publishAt === date;
  const hasPassed = start !== undefined && start <= clock.now && !isScheduled;
  const fitted = isSaid || hasPassed ? { ...page, publishAt: undefined } : page;
  const first = publicationTime({ collection, data: { date, publishAt } }, clock.timeZone);
  const last = momentOf(unpublishAt, clock.timeZone);
  if (first === undefined || last === undefined || first < last) return fitted;
  const doubt = `is a draft: it expires on ${unpublishAt ?? ''}, which is not later than ${publishAt ?? date ?? ''}`;
  return { ...fitted, unpublishAt: undefined, isDraft: true, doubts: [...doubts, doubt] };
}
