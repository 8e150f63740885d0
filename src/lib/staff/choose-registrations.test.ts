import { expect, test } from 'vitest';
import { maxChosen, readChosen, type MatchingList } from './choose-registrations.ts';

const list: MatchingList = {
  references: async (filter, limit) =>
    Array.from({ length: filter.course === 'SOIL201' ? 3 : limit }, (_, index) => `R-${index}`),
};

const choose = (fields: readonly (readonly [string, string])[]) => {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return readChosen(form, list);
};

test('readChosen reads the ticked registrations, all of the page, or all that match', async () => {
  const page = [
    ['listed', 'R-8'],
    ['listed', 'R-9'],
    ['query', 'course=SOIL201&order=oldest'],
    ['reference', 'R-9'],
  ] as const;

  expect(await choose(page)).toEqual(['R-9']);
  expect(await choose([...page, ['all', 'page']])).toEqual(['R-9', 'R-8']);
  expect(await choose([...page, ['all', 'page'], ['all', 'matching']])).toEqual(['R-0', 'R-1', 'R-2']);
});

test('readChosen rejects a choice of nothing, and of more than one decision allows', async () => {
  const tooMany = Array.from({ length: maxChosen + 1 }, (_, index) => ['reference', `R-${index}`] as const);

  await expect(choose([['listed', 'R-8']])).rejects.toThrow('You chose no registrations.');
  await expect(choose(tooMany)).rejects.toThrow('too many');
  await expect(choose([['all', 'matching']])).rejects.toThrow('too many');
});
