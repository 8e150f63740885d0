import type { CollectionName } from './collections.ts';
import { momentOf } from './local-time.ts';
import { endOfNotice, type Notice } from './notice.ts';
import { addDays, dayIn, startOfDay, type Clock } from './terms.ts';

type DatedEntry = {
  collection: CollectionName;
  /** The front matter, before or after validation by its schema. */
  data: Readonly<Record<string, unknown>>;
};

/** Why readers do not see an entry, and the moment at which it appears or has disappeared. */
export type Hidden = { reason: 'draft' } | { reason: 'scheduled' | 'expired'; at: Date };

/** Undefined if readers see the entry. Ignores invalid dates, which the content check reports. */
export function whyHidden({ collection, data }: DatedEntry, { now, timeZone }: Clock): Hidden | undefined {
  if (data['draft'] === true) return { reason: 'draft' };
  const start = publicationTime({ collection, data }, timeZone);
  const end = momentOf(data['unpublishAt'], timeZone);
  if (end !== undefined && end <= now) return { reason: 'expired', at: end };
  return start !== undefined && start > now ? { reason: 'scheduled', at: start } : undefined;
}

/** Whether readers see the entry at a moment. */
export function isVisible(entry: DatedEntry, clock: Clock): boolean {
  return whyHidden(entry, clock) === undefined;
}

/** The later of `publishAt` and, for news, its date. Undefined if the entry has neither. */
export function publicationTime({ collection, data }: DatedEntry, timeZone: string): Date | undefined {
  const times = [data['publishAt'], collection === 'news' ? data['date'] : undefined]
    .map((value) => momentOf(value, timeZone))
    .filter((time) => time !== undefined);
  return times.toSorted((a, b) => b.getTime() - a.getTime())[0];
}

type Schedule = Clock & { notice: Notice | undefined };

/**
 * The next moment at which a page may change without an edit: the next local midnight, or an earlier start or end of
 * an entry or of the notice.
 */
export function nextChange(
  entries: Iterable<Pick<DatedEntry, 'data'>>,
  { now, timeZone, notice }: Schedule,
): Date {
  let next = nextMidnight({ now, timeZone });
  const consider = (moment: Date | undefined) => {
    if (moment !== undefined && moment > now && moment < next) next = moment;
  };
  for (const { data } of entries) {
    // `date` should be a day without a time, but the content check, which reports times, runs later.
    consider(momentOf(data['date'], timeZone));
    consider(momentOf(data['publishAt'], timeZone));
    consider(momentOf(data['unpublishAt'], timeZone));
  }
  consider(momentOf(notice?.from, timeZone));
  consider(notice && endOfNotice(notice, timeZone));
  return next;
}

/** The first moment of the next day. */
function nextMidnight({ now, timeZone }: Clock): Date {
  return new Date(startOfDay(timeZone, addDays(dayIn(timeZone, now), 1)));
}
