import type { Institute } from './institute-schema.ts';

type Address = Institute['address'];

/** Countries that write the postal code after the town. Most others write it before. */
const codeAfterTown = new Set(
  'AU BD BR CA CN GB HK ID IE IN JP KE KR LK MY NG NZ PH PK SG TH TW UA US VN ZA'.split(' '),
);

/** Writes town, region and postal code as in the country: `Riverton, Kent CT99 1AB`, `27472 Cuxhaven, Lower Saxony`. */
export function formatTown({ locality, region, postalCode, country }: Address): string {
  return codeAfterTown.has(country)
    ? `${locality}, ${region} ${postalCode}`
    : `${postalCode} ${locality}, ${region}`;
}
