import { expect, test } from 'vitest';
import { currentNotice } from './notice.ts';

const notice = { text: 'Weir House is closed for snow.', until: '2026-12-04' };

test('the notice is shown until its last day', () => {
  expect(currentNotice(notice, '2026-11-21')?.text).toBe(notice.text);
  expect(currentNotice(notice, '2026-12-04')?.text).toBe(notice.text);
  expect(currentNotice(notice, '2026-12-05')).toBeUndefined();
});

test('there is no notice by default', () => {
  expect(currentNotice(undefined, '2026-12-05')).toBeUndefined();
});

test('throws an error that names the invalid field', () => {
  expect(() => currentNotice({ ...notice, until: '2026-13-04' }, '2026-11-21')).toThrow(
    /site\.ts: notice\.until: .*not a date/,
  );
});
