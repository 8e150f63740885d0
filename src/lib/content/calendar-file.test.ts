import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyString } from '#test/any-text.ts';
import { pageEventId, writeCalendar } from './calendar-file.ts';

const options = { siteUrl: 'https://www.example.org', now: new Date('2026-11-21T09:30:15.250Z') };

test('a whole-day event ends on the next day', () => {
  const id = ['terms', '2026-autumn', 'ends'] as const;
  const days = [{ id, day: '2026-12-31', what: 'Teaching ends', path: '/courses' }];

  const file = writeCalendar({ ...options, name: 'Dates', days });

  expect(file).toContain('DTSTART;VALUE=DATE:20261231\r\nDTEND;VALUE=DATE:20270101\r\n');
  expect(file).toContain('UID:terms.2026-autumn.ends@www.example.org\r\nDTSTAMP:20261121T093015Z\r\n');
  expect(file.split('\r\n').at(0)).toBe('BEGIN:VCALENDAR');
  expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true);
});

test('escapes separators and folds long lines between characters', () => {
  const what = `Soils, peat; water \\ and more: ${'é'.repeat(80)}`;

  const days = [{ id: ['a'] as const, day: '2026-12-31', what, path: '/' }];
  const file = writeCalendar({ ...options, name: 'Dates', days });

  const lines = file.split('\r\n');
  expect(lines.filter((line) => Buffer.byteLength(line) > 75)).toEqual([]);
  const summary = file.replaceAll('\r\n ', '').match(/SUMMARY:(.*)/)?.[1];
  expect(summary?.replaceAll(/\\(.)/g, '$1')).toBe(what);
  expect(file).not.toContain('�');
});

test('writes the times of events in UTC, the place if there is one, and whether it takes one’s time', () => {
  const event = {
    id: [pageEventId('/events/meadow-count')] as const,
    starts: '2027-06-17T09:30:00+01:00',
    ends: '2027-06-17T16:00:00+01:00',
    title: 'Meadow count',
    summary: 'Kneel, look and count.',
    path: '/events/meadow-count',
  };

  const file = writeCalendar({
    ...options,
    name: 'Dates',
    days: [],
    events: [
      { ...event, place: 'Mill gate, Weir House' },
      { ...event, isBusy: true },
    ],
  });

  expect(file).toContain('UID:events-meadow-count@www.example.org\r\n');
  expect(file).toContain('DTSTART:20270617T083000Z\r\nDTEND:20270617T150000Z\r\n');
  expect(file.match(/TRANSP:.*/g)).toEqual(['TRANSP:TRANSPARENT', 'TRANSP:OPAQUE']);
  expect(file.match(/LOCATION:.*/g)).toEqual(['LOCATION:Mill gate\\, Weir House']);
});

test('different ids have different UIDs, in any script, and other texts and times do not change them', () => {
  const ids = [
    ['events-семинар'],
    ['events-лекция'],
    ['events-講義'],
    ['events-a/b'],
    ['events-a-b'],
    ['events-a.b'],
    ['events-a', 'b'],
    ['events-A'],
  ] as const;
  const uidsOf = (title: string, day: string) => {
    const days = ids.map((id) => ({ id, day, what: title, path: '/events/a' }));
    return (
      writeCalendar({ ...options, name: title, days })
        .replaceAll('\r\n ', '')
        .match(/UID:.*/g) ?? []
    );
  };

  const uids = uidsOf('Soils', '2027-01-12');

  expect(new Set(uids).size).toBe(ids.length);
  for (const uid of uids) expect(uid).toMatch(/^UID:[\w.~!*'()%-]+@www\.example\.org$/);
  expect(uidsOf('Почвы', '2028-02-13')).toEqual(uids);
});

test('text in a field cannot start a new line or property', () => {
  const pieces = fc.constantFrom(
    '\r',
    '\n',
    '\r\n',
    '\u0085',
    '\u2028',
    '\0',
    '\uD800',
    ';',
    ',',
    '\\',
    ':',
    'é',
    ' ',
  );
  const text = fc
    .array(fc.oneof(pieces, fc.constant('BEGIN:VEVENT'), fc.constant('ATTACH:x'), anyString()))
    .map((parts) => parts.join(''));

  fc.assert(
    fc.property(text, text, text, (title, summary, place) => {
      const id = [title, summary] as const;
      const event = { id, title, summary, place, path: `/events/${encodeURIComponent('a\r\nb')}` };
      const events = [{ ...event, starts: '2027-06-17T09:30:00Z', ends: '2027-06-17T16:00:00Z' }];
      const days = [{ id, day: '2026-12-31', what: title, more: summary, path: '/courses\r\nX:1' }];

      const file = writeCalendar({ ...options, name: place, days, events });

      const names = file
        .replaceAll('\r\n ', '')
        .split('\r\n')
        .map((line) => line.replace(/[:;].*/s, ''));
      expect(names.join(' ')).toBe(
        'BEGIN VERSION PRODID NAME X-WR-CALNAME REFRESH-INTERVAL BEGIN UID DTSTAMP DTSTART DTEND SUMMARY DESCRIPTION ' +
          'URL TRANSP END BEGIN UID DTSTAMP DTSTART DTEND SUMMARY DESCRIPTION LOCATION URL TRANSP END END ',
      );
      expect(file.replaceAll('\r\n', '')).not.toMatch(/[\0-\x1F\x7F-\x9F\u2028\u2029]|\p{Surrogate}/u);
    }),
  );
});
