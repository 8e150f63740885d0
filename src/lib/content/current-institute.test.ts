import { expect, test } from 'vitest';
import { institute, withInstitute } from './current-institute.ts';
import { formatMoney } from './formats.ts';

const other = { ...institute(), name: 'Harbourside', locale: 'en-IE', currency: 'EUR' };

test('withInstitute sets the institute for its callback only', async () => {
  const during = await withInstitute(other, async () => {
    await Promise.resolve();
    return [institute().name, formatMoney(720)];
  });

  expect(during).toEqual(['Harbourside', '€720']);
  expect(institute().name).not.toBe('Harbourside');
  expect(formatMoney(720)).not.toBe('€720');
});

test('a second copy of the module, as in a bundle, shares the current institute', async () => {
  const copyOf = './current-institute.ts?copy';
  const copy = (await import(copyOf)) as { institute: typeof institute };

  const name = withInstitute(other, () => copy.institute().name);

  expect(copy.institute).not.toBe(institute);
  expect(name).toBe('Harbourside');
});
