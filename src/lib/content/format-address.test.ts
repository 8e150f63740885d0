import { expect, test } from 'vitest';
import { formatTown } from './format-address.ts';

test.each([
  ['GB', 'Riverton, Kent CT99 1AB'],
  ['US', 'Riverton, Kent CT99 1AB'],
  ['DE', 'CT99 1AB Riverton, Kent'],
  ['FR', 'CT99 1AB Riverton, Kent'],
])('in %s, the postal code is where people expect it: %s', (country, line) => {
  const address = { street: 'Quay 4', locality: 'Riverton', region: 'Kent', postalCode: 'CT99 1AB', country };

  expect(formatTown(address)).toBe(line);
});
