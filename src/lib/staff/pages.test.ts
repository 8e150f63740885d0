import { expect, test } from 'vitest';
import { startOfDay } from '#lib/content/terms.ts';
import type { InsightList } from '#lib/store/staff/insight-counts.ts';
import type { LogEntry, StaffLog } from '#lib/store/staff/staff-log.ts';
import { contentView } from './content-pages.ts';
import { sheetMoments } from './export-pages.ts';
import { readMessage } from './message.ts';
import { readCursor } from './paging.ts';
import { readUnanswered } from './questions.ts';
import { addressWith, readQuery, toFilter } from './registration-filter.ts';

const id = '0199aaaa-bbbb-7ccc-8ddd-eeeeffff0000';
const entry: LogEntry = {
  id,
  at: 1_000,
  who: 'ann@staff.example',
  action: 'handling-set',
  subject: 'R-1',
  facts: { from: 'new', to: 'done' },
};
const log = { find: async (asked: string) => (asked === id ? entry : undefined) } as StaffLog;

test('readMessage confirms an action only to the member who took it, and only for ten minutes', async () => {
  const read = (address: string, who = entry.who, now = 2_000) =>
    readMessage(new URL(address, 'http://x'), { log, who, now });

  expect(await read(`/staff?did=${id}`)).toContain('R-1');
  expect(await read(`/staff?did=${id}`, 'bob@staff.example')).toBeUndefined();
  expect(await read(`/staff?did=${id}`, entry.who, 3_600_000)).toBeUndefined();
  expect(await read(`/staff?did=${id.replace('0199', '0200')}`)).toBeUndefined();
  expect(await read('/staff?did=You+have+won&message=hello')).toBeUndefined();
});

test('readQuery and readCursor read an address and leave out invalid values', () => {
  const url = new URL(`http://x/?q=%20Zo%C3%AB%20&term=2027-spring&course=soil201&status=done&older=${id}`);
  const odd = new URL('http://x/?status=everything&older=1%20or%201&newer[]=x');

  const query = readQuery(url);

  expect(toFilter(query)).toEqual({ text: 'Zoë', term: '2027-spring', course: 'SOIL201', handling: 'done' });
  expect(readCursor(url)).toEqual({ id, towards: 'older' });
  expect(readQuery(new URL(addressWith('http://x/', query)))).toEqual(query);
  expect([toFilter(readQuery(odd)), readCursor(odd)]).toEqual([{}, undefined]);
});

test('a filter takes a course or one of its groups', () => {
  const filterOf = (course: string) => toFilter(readQuery(new URL(`http://x/?course=${course}`)));

  expect(filterOf('soil201-2')).toEqual({ course: 'SOIL201', group: 'SOIL201-2' });
  expect(filterOf('SOIL201-%25')).toEqual({ course: 'SOIL201-%' });
});

test('startOfDay is midnight in the institute’s time zone, even when clocks change', () => {
  expect(startOfDay('Europe/London', '2026-07-01')).toBe(Date.parse('2026-06-30T23:00:00Z'));
  expect(startOfDay('Europe/London', '2026-03-29')).toBe(Date.parse('2026-03-29T00:00:00Z'));
  expect(startOfDay('Europe/London', '2026-03-30')).toBe(Date.parse('2026-03-29T23:00:00Z'));
  expect(startOfDay('Pacific/Kiritimati', '2026-03-30')).toBe(Date.parse('2026-03-29T10:00:00Z'));
  expect(startOfDay('Asia/Kathmandu', '2026-03-30')).toBe(Date.parse('2026-03-29T18:15:00Z'));
});

test('sheetMoments writes sortable moments in the time zone', () => {
  expect(sheetMoments('Europe/London')(Date.parse('2026-07-01T08:30:59Z'))).toBe('2026-07-01 09:30');
});

test('readUnanswered includes weeks without questions and sorts by the latest day', async () => {
  const insights: InsightList = {
    top: async () => [
      { text: 'often', count: 9, firstDay: '2026-11-01', lastDay: '2026-11-02' },
      { text: 'late', count: 1, firstDay: '2026-11-20', lastDay: '2026-11-20' },
    ],
    byDay: async () => [
      { day: '2026-11-15', count: 4 },
      { day: '2026-11-16', count: 1 },
      { day: '2026-11-22', count: 2 },
    ],
    history: async (_kind, text) => [
      { day: '2026-11-15', count: text.length },
      { day: '2026-11-16', count: 2 },
      { day: '2026-11-20', count: 1 },
    ],
  };

  const view = await readUnanswered('search', { insights, today: '2026-11-21', weeks: 4, order: 'recent' });

  expect(view.texts.map(({ text }) => text)).toEqual(['late', 'often']);
  expect(view.texts[0]?.history).toEqual([
    { week: '2026-10-26', count: 0 },
    { week: '2026-11-02', count: 0 },
    { week: '2026-11-09', count: 4 },
    { week: '2026-11-16', count: 3 },
  ]);
  expect(view.weeks.map(({ count }) => count)).toEqual([0, 0, 4, 3]);
});

test('contentView lists undated pages first, then those unchanged for longest, and errors before warnings', () => {
  const page = (title: string, updated: string | null, isDraft = false) => ({
    title,
    address: `/${title}`,
    file: `${title}.mdx`,
    collection: title === 'c' ? ('news' as const) : ('pages' as const),
    updated,
    reviewBy: null,
    owner: null,
    hidden: isDraft ? ('draft' as const) : null,
  });
  const problem = (severity: 'error' | 'warning') => ({
    file: 'a',
    line: 1,
    message: 'm',
    fix: 'n',
    severity,
  });
  const report = {
    day: '2026-11-21',
    pages: [page('a', '2026-01-02'), page('b', null), page('c', '2025-01-01'), page('d', null, true)],
    problems: [problem('warning'), problem('error')],
  };

  const all = contentView(report, new URL('http://x/?page=99'));
  const news = contentView(report, new URL('http://x/?kind=news'));

  expect(all.pages.map(({ title }) => title)).toEqual(['b', 'c', 'a']);
  expect(all.hidden.map(({ title }) => title)).toEqual(['d']);
  expect(all.problems.map(({ severity }) => severity)).toEqual(['error', 'warning']);
  expect(news.pages.map(({ title }) => title)).toEqual(['c']);
  expect(news.collections.map(({ label, count }) => `${label} ${count}`)).toEqual([
    'All 3',
    'Pages 2',
    'News 1',
  ]);
});
