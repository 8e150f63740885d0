import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runsOf } from '#test/property-runs.ts';
import { contentCollections } from './collections.ts';
import { momentOf } from './local-time.ts';
import { currentNotice } from './notice.ts';
import { addDays, dayIn, startOfDay } from './terms.ts';
import { isVisible, nextChange, whyHidden } from './visibility.ts';

const timeZone = 'Europe/London';
const at = (time: string) => ({ now: new Date(time), timeZone });

test('an entry is visible from publishAt until unpublishAt', () => {
  const data = { publishAt: '2027-06-01 09:00', unpublishAt: '2027-06-03' };
  const entry = { collection: 'pages', data } as const;

  const seen = [
    '2027-06-01T07:59:59Z',
    '2027-06-01T08:00:00Z',
    '2027-06-02T22:59:59Z',
    '2027-06-02T23:00:00Z',
  ].map((time) => isVisible(entry, at(time)));

  expect(seen).toEqual([false, true, true, false]);
  expect(whyHidden(entry, at('2027-05-01T00:00:00Z'))).toEqual({
    reason: 'scheduled',
    at: new Date('2027-06-01T08:00:00Z'),
  });
  expect(whyHidden(entry, at('2027-07-01T00:00:00Z'))?.reason).toBe('expired');
});

test('a draft is never visible', () => {
  const data = { draft: true, publishAt: '2020-01-01' };

  expect(whyHidden({ collection: 'pages', data }, at('2027-01-01T00:00:00Z'))).toEqual({ reason: 'draft' });
});

test('news appears on its date or at publishAt, whichever is later', () => {
  const date = new Date('2027-01-11');
  const now = at('2027-01-11T12:00:00Z');

  expect(isVisible({ collection: 'news', data: { date } }, now)).toBe(true);
  expect(isVisible({ collection: 'news', data: { date: '2027-01-12' } }, now)).toBe(false);
  expect(isVisible({ collection: 'news', data: { date, publishAt: '2027-01-11 13:00' } }, now)).toBe(false);
  expect(isVisible({ collection: 'events', data: { date: '2027-01-12' } }, now)).toBe(true);
});

test.for([
  ['2027-01-11', '2027-01-11T00:00:00Z'],
  ['2027-06-11', '2027-06-10T23:00:00Z'],
  [new Date('2027-06-11'), '2027-06-10T23:00:00Z'],
  ['2027-06-11 09:00', '2027-06-11T08:00:00Z'],
  ['2027-06-11T09:00', '2027-06-11T08:00:00Z'],
  ['2027-06-11T09:00+01:00', '2027-06-11T08:00:00Z'],
  ['2027-06-11T09:00:00Z', '2027-06-11T09:00:00Z'],
  ['2027-06-11 09:00-05:30', '2027-06-11T14:30:00Z'],
] as const)('momentOf reads %s in London', ([written, expected]) => {
  expect(momentOf(written, timeZone)).toEqual(new Date(expected));
});

test.for([undefined, '', 'soon', '2027-02-30', '2027-2-3', '2027-01-11 9:00', '2027-01-11 24:00', 20270111])(
  'momentOf returns undefined for %j',
  (written) => {
    expect(momentOf(written, timeZone)).toBeUndefined();
  },
);

const zones = [
  'Europe/London',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Pacific/Auckland',
  'Pacific/Apia',
  'America/Havana',
  'Asia/Beirut',
  'America/Scoresbysund',
  'UTC',
];
const moments = fc.date({
  min: new Date('2026-01-01'),
  max: new Date('2029-01-01'),
  noInvalidDate: true,
});

test('startOfDay returns the first moment of the day, also on days when clocks change', () => {
  fc.assert(
    fc.property(fc.constantFrom(...zones), moments, (zone, now) => {
      const day = dayIn(zone, now);

      const start = startOfDay(zone, day);

      expect(start).toBeLessThanOrEqual(now.getTime());
      expect(dayIn(zone, new Date(start))).toBe(day);
      expect(dayIn(zone, new Date(start - 1))).toBe(addDays(day, -1));
      expect(startOfDay(zone, addDays(day, 1))).toBeGreaterThan(now.getTime());
    }),
  );
});

test('nothing changes before nextChange, which is at the next midnight at the latest', () => {
  const near = fc.tuple(moments, fc.constantFrom('day', 'local', 'offset')).map(([moment, form]) => {
    const iso = moment.toISOString();
    if (form === 'offset') return iso.replace(/:\d\d\.\d+/, '');
    return form === 'day' ? iso.slice(0, 10) : iso.slice(0, 16).replace('T', ' ');
  });
  const entry = fc.record({
    collection: fc.constantFrom('news' as const, 'pages' as const),
    data: fc.record(
      { date: near, publishAt: near, unpublishAt: near, draft: fc.boolean() },
      { requiredKeys: [] },
    ),
  });
  const schedule = fc.record({
    zone: fc.constantFrom(...zones),
    entries: fc.array(entry, { maxLength: 4 }),
    notice: fc.record(
      { text: fc.constant('Closed for snow.'), from: near, until: near },
      { requiredKeys: ['text', 'until'] },
    ),
    now: moments,
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  fc.assert(
    fc.property(schedule, ({ zone, entries, notice, now, share }) => {
      const next = nextChange(entries, { now, timeZone: zone, notice });
      const later = new Date(now.getTime() + Math.floor(share * (next.getTime() - 1 - now.getTime())));
      const state = (moment: Date) => {
        const clock = { now: moment, timeZone: zone };
        return [
          dayIn(zone, moment),
          entries.map((each) => whyHidden(each, clock)),
          currentNotice(notice, clock) !== undefined,
        ];
      };

      expect(next.getTime()).toBeGreaterThan(now.getTime());
      expect(next.getTime()).toBeLessThanOrEqual(startOfDay(zone, addDays(dayIn(zone, now), 1)));
      expect(state(later)).toEqual(state(now));
      expect(state(new Date(next.getTime() - 1))).toEqual(state(now));
    }),
    { numRuns: runsOf(300) },
  );
});

test('nextChange returns the first change of an entry or the notice, otherwise midnight', () => {
  const clock = at('2027-06-01T12:00:00Z');
  const change = (data: Record<string, string>, notice?: { text: string; from?: string; until: string }) =>
    nextChange([{ data }], { ...clock, notice }).toISOString();

  expect(change({})).toBe('2027-06-01T23:00:00.000Z');
  expect(change({ publishAt: '2027-06-01 11:00', unpublishAt: '2027-06-01 15:30' })).toBe(
    '2027-06-01T14:30:00.000Z',
  );
  expect(change({ date: '2027-06-01 13:01' })).toBe('2027-06-01T12:01:00.000Z');
  expect(change({ publishAt: '2027-06-01T17:00Z' })).toBe('2027-06-01T17:00:00.000Z');
  expect(change({ publishAt: 'soon' })).toBe('2027-06-01T23:00:00.000Z');
  expect(change({}, { text: 'Snow.', from: '2027-06-01 14:00', until: '2027-06-02' })).toBe(
    '2027-06-01T13:00:00.000Z',
  );
});

test('every collection has publishAt and unpublishAt', () => {
  for (const { schema } of Object.values(contentCollections)) {
    expect(Object.keys(schema.shape)).toEqual(expect.arrayContaining(['publishAt', 'unpublishAt']));
  }
});
