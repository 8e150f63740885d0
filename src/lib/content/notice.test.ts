import { expect, test } from 'vitest';
import { currentNotice } from './notice.ts';

const notice = { text: 'Weir House is closed for snow.', until: '2026-12-04' };
const at = (time: string) => ({ now: new Date(time), timeZone: 'Europe/London' });

test('the notice is shown until its last day', () => {
  expect(currentNotice(notice, at('2026-11-21T12:00Z'))?.text).toBe(notice.text);
  expect(currentNotice(notice, at('2026-12-04T23:59Z'))?.text).toBe(notice.text);
  expect(currentNotice(notice, at('2026-12-05T00:00Z'))).toBeUndefined();
});

test('the notice is shown between two times of a day', () => {
  const short = { ...notice, from: '2026-12-04 08:00', until: '2026-12-04 12:30' };
  const times = ['07:59', '08:00', '12:29', '12:30'];

  const shown = times.map((time) => currentNotice(short, at(`2026-12-04T${time}Z`)) !== undefined);

  expect(shown).toEqual([false, true, true, false]);
});

test('the last day of the notice ends at midnight in the time zone of the institute', () => {
  const summer = { ...notice, until: '2027-06-04' };

  expect(currentNotice(summer, at('2027-06-04T22:59Z'))?.text).toBe(notice.text);
  expect(currentNotice(summer, at('2027-06-04T23:00Z'))).toBeUndefined();
});

test('there is no notice by default', () => {
  expect(currentNotice(undefined, at('2026-12-05T12:00Z'))).toBeUndefined();
});
