import { expect, test } from 'vitest';
import { makeFolder } from '#test/temporary-folder.ts';
import { lockPublishing, openPublicationRequests } from './publication-requests.ts';

const folder = makeFolder();
const outcome = { pages: 3, changed: 1, seconds: 0.2, refused: '', refusedFiles: 0, warnings: '' };

test('one publication answers all requests that were open when it began', () => {
  const asking = openPublicationRequests(folder);
  const answering = openPublicationRequests(folder);
  const first = asking.ask();
  const second = asking.ask();
  const begun = answering.open();
  const late = asking.ask();

  answering.answer(begun, outcome);

  expect(begun).toEqual([first, second]);
  expect(asking.outcomeOf(first)).toEqual(outcome);
  expect(asking.outcomeOf(second)).toEqual(outcome);
  expect(asking.outcomeOf(late)).toBeUndefined();
  expect(answering.open()).toEqual([late]);
  asking.close();
  answering.close();
});

test('publishing is locked until the lock is released', () => {
  const own = lockPublishing(folder);
  const other = lockPublishing(folder);
  own?.release();
  const after = lockPublishing(folder);
  after?.release();

  expect([own, other, after].map((lock) => lock !== undefined)).toEqual([true, false, true]);
});
