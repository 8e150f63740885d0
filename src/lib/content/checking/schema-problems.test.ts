import { test } from 'vitest';
import {
  changed,
  event,
  moved,
  offering,
  expectOneProblem,
  type Mistake,
} from '#test/check-content-files.ts';

const eventDay = 'starts: 2027-02-06 10:00\nends: 2027-02-06 15:00\n';

const mistakes: readonly Mistake[] = [
  [
    'an event without a time',
    event('starts: 2027-02-06\nends: 2027-02-06 15:00\nplace: Weir House\n'),
    'events/open-day.mdx:4: fatal: "starts" "2027-02-06" is not a date with a time',
    /write it like this: starts: 2027-02-06 10:00/,
  ],
  [
    'an event that ends before it starts',
    event('starts: 2027-02-06 10:00\nends: 2027-02-06 09:00\nplace: Weir House\n'),
    'events/open-day.mdx:5: fatal: "ends" "2027-02-06 09:00" is not later than "starts"',
  ],
  [
    'an event without a place or a link',
    event(eventDay),
    'events/open-day.mdx:1: fatal: "place" is missing: say where the event is, or give a link in online',
  ],
  [
    'an online event with an address that is not https',
    event(`${eventDay}online: www.example.org\n`),
    'events/open-day.mdx:6: fatal: "online" "www.example.org" is not an https address',
  ],
  [
    'a registration that is not a link',
    event(`${eventDay}place: Weir House\nregistration: at the door\n`),
    'events/open-day.mdx:7: fatal: "registration" "at the door" is not an email address, an https address or',
  ],
  [
    'a missing field',
    changed(/code: .*\n/, ''),
    'courses/peat.mdx:1: fatal: "code" is missing',
    /add it, such as code: BOOK201/,
  ],
  [
    'a day that does not exist',
    changed('level: 4', 'updated: 2026-02-30\nlevel: 4'),
    'courses/peat.mdx:6: fatal: "updated" "2026-02-30" is not a date',
    /how many days/,
  ],
  [
    'a half-typed year, which YAML would read as 1927',
    changed('level: 4', 'updated: 0027-01-11\nlevel: 4'),
    'courses/peat.mdx:6: fatal: "updated" "0027-01-11" is not a date',
    /the year in full/,
  ],
  [
    'a half-typed year of an event',
    event('starts: 0202-02-06 10:00\nends: 2027-02-06 15:00\nplace: Weir House\n'),
    'events/open-day.mdx:4: fatal: "starts" "0202-02-06 10:00" is not a date with a time',
  ],
  [
    'a date in day, month, year order',
    changed('level: 4', 'updated: 30/01/2026\nlevel: 4'),
    'courses/peat.mdx:6: fatal: "updated" "30/01/2026"',
    /such as 2027-01-11/,
  ],
  [
    'no front matter',
    { 'handbook/a.md': 'Text.\n' },
    'handbook/a.md:1: fatal: the file has no front matter',
    /title: Bookkeeping/,
  ],
  [
    'front matter that is not closed',
    { 'handbook/a.md': '---\ntitle: Leave\n\nText.\n' },
    'handbook/a.md:3: fatal: the front matter has no end',
    /below its last field/,
  ],
  [
    'a colon in a value without quotes',
    { 'handbook/a.md': '---\norder: 1\ntitle: Leave: an overview\n---\n' },
    'handbook/a.md:3: fatal: the value of this field contains a colon',
    /in quotes/,
  ],
  [
    'a field that appears twice',
    { 'handbook/a.md': '---\ntitle: One\ntitle: Two\n---\n' },
    'handbook/a.md:3: fatal: this field appears twice',
  ],
  [
    'an unknown field',
    changed('level: 4', 'levl: 4\nlevel: 4'),
    'courses/peat.mdx:6: fatal: there is no field "levl" in courses',
  ],
  [
    'a misspelt name of a field',
    { 'handbook/a.md': '---\ntitle: Leave\nsumary: Short.\n---\n' },
    'handbook/a.md:3: fatal: there is no field "sumary"',
    /did you mean summary\?/,
  ],
  [
    'text in place of a number',
    changed('credits: 15', 'credits: "15"'),
    'courses/peat.mdx:7: fatal: "credits" must be a number',
    /only digits.*credits: 15/,
  ],
  [
    'a number in place of text',
    { 'handbook/a.md': '---\ntitle: 2026\n---\n' },
    'handbook/a.md:2: fatal: "title" must be text',
    /title: "2026"/,
  ],
  [
    'a field without a value',
    changed('fee: 720', 'fee:'),
    'courses/peat.mdx:8: fatal: "fee" has no value',
    /fee: 720/,
  ],
  [
    'a summary that is too short',
    changed(/summary: .*/, 'summary: Peat.'),
    'courses/peat.mdx:4: fatal: "summary" is too short (5 characters, at least 20)',
  ],
  [
    'a mistake in a nested field',
    offering('    times:\n      - day: tusday\n        from: "09:00"\n        to: "10:00"\n'),
    'courses/peat.mdx:14: fatal: "day" (offerings, entry 1, times, entry 1) cannot be "tusday"',
    /did you mean tuesday\?/,
  ],
  [
    'a missing place',
    changed('offerings: []', 'offerings:\n  - term: spring\n    mode: on-site\n    seats: 9\n'),
    'courses/peat.mdx:10: fatal: "place" (offerings, entry 1) is missing',
    /say where the course meets, or set mode to online/,
  ],
  [
    'an alias without a slash',
    moved('[illness]'),
    'handbook/sick.mdx:3: fatal: entry 1 of "aliases" "illness" is not an address',
    /like this: aliases: \[\/courses\/accounts\]/,
  ],
  [
    'an alias with a query',
    moved('["/illness?a"]'),
    'handbook/sick.mdx:3: fatal: entry 1 of "aliases" ',
    /is not an address/,
  ],
  [
    'an alias with an ending that the server itself answers',
    moved('[/illness.html]'),
    'handbook/sick.mdx:3: fatal: entry 1 of "aliases" "/illness.html" is not an address',
    /like this/,
  ],
  [
    'aliases that are not a list',
    moved('/illness'),
    'handbook/sick.mdx:3: fatal: "aliases" must be a list',
    /square brackets/,
  ],
  [
    'an owner that is not a file name or email address',
    { 'handbook/sick.mdx': '---\ntitle: Sick leave\nowner: Ines Calder\n---\n' },
    'handbook/sick.mdx:3: fatal: "owner" "Ines Calder" is neither',
    /like this: owner: ada-wren/,
  ],
];

test.for(mistakes)('reports %s', expectOneProblem);
