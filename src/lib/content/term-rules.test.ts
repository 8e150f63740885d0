import { expect, test } from 'vitest';
import { sampleInstitute } from '#test/sample-institute.ts';
import { listTerms, termRulesSchema } from './term-rules.ts';
import { addDays, type Day, type Term } from './terms.ts';

/** The sample's terms, calculated without rules. */
function termsByCode(today: Day): Term[] {
  const year = Number(today.slice(0, 4));
  return [year - 1, year, year + 1, year + 2].flatMap((each) => [
    termByCode(each, 'Spring', { from: '01-08', registration: [`${each - 1}-09-16`, `${each}-01-05`] }),
    termByCode(each, 'Summer', { from: '05-01', registration: [`${each}-01-06`, `${each}-04-20`] }),
    termByCode(each, 'Autumn', { from: '09-22', registration: [`${each}-04-21`, `${each}-09-15`] }),
  ]);
}

function termByCode(
  year: number,
  title: string,
  { from, registration: [opens, closes] }: { from: string; registration: [Day, Day] },
): Term {
  const earliest = `${year}-${from}`;
  const monday = addDays(earliest, (8 - new Date(`${earliest}T00:00:00Z`).getUTCDay()) % 7);
  const season = title.toLowerCase();
  return {
    id: `${year}-${season}`,
    season,
    title: `${title} ${year}`,
    // The first Monday in May is a public holiday.
    starts: season === 'summer' ? addDays(monday, 1) : monday,
    ends: addDays(monday, 12 * 7 - 3),
    registrationOpens: opens,
    registrationCloses: closes,
  };
}

test('the rules of the sample give the right terms in each of 20 years', () => {
  for (let year = 2020; year < 2040; year += 1) {
    expect(listTerms(sampleInstitute.terms, `${year}-06-01`)).toEqual(termsByCode(`${year}-06-01`));
  }
});

const rule = {
  season: 'winter',
  title: 'Winter',
  starts: '27 December of the year before',
  weeks: 2,
  registrationOpens: '1 November of the year before',
  registrationCloses: '20 December of the year before',
};
const dated = {
  id: '2027-winter',
  title: 'Winter 2027',
  starts: '2027-01-04',
  ends: '2027-01-15',
  registrationOpens: '2026-11-01',
  registrationCloses: '2026-12-20',
};

test('a term may start in the previous year, and ends on the Friday of its last week', () => {
  const [, winter] = listTerms({ yearly: [rule], dated: [] }, '2027-06-01');

  expect(winter).toMatchObject({ id: '2027-winter', starts: '2026-12-27', ends: '2027-01-08' });
});

test('a dated term replaces the yearly term of its season and year, and terms are sorted by day', () => {
  const terms = listTerms({ yearly: [rule], dated: [dated] }, '2027-06-01');

  expect(terms.map(({ id, starts }) => `${id} ${starts}`)).toEqual([
    '2026-winter 2025-12-27',
    '2027-winter 2027-01-04',
    '2028-winter 2027-12-27',
    '2029-winter 2028-12-27',
  ]);
});

test.each([
  '31 June',
  '29 February',
  '5 january',
  '5 January of the next year',
  'January 5',
  'first Monday from 5 January',
])('refuses %s as a day that every year has', (registrationOpens) => {
  const result = termRulesSchema.safeParse({ yearly: [{ ...rule, registrationOpens }] });

  expect(result.error?.issues.map(({ path }) => path.join('.'))).toEqual(['yearly.0.registrationOpens']);
});

test.each([
  'second Monday from 8 January',
  'first Moonday from 8 January',
  'first Monday',
  '8 January to 5 May',
])('refuses %s as the first day of a term', (starts) => {
  expect(termRulesSchema.safeParse({ yearly: [{ ...rule, starts }] }).success).toBe(false);
});

test.each([{ ends: '2027-01-03' }, { registrationCloses: '2026-10-31' }, { id: 'winter-2027' }])(
  'refuses a dated term with %j',
  (change) => {
    const result = termRulesSchema.safeParse({ dated: [{ ...dated, ...change }] });

    expect(result.error?.issues.map(({ path }) => path.at(-1))).toEqual(Object.keys(change));
  },
);
