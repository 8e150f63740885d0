import { expect, test } from 'vitest';
import { sampleInstitute as site } from '#test/sample-institute.ts';
import { listTerms } from './term-rules.ts';
import { addDays, dayIn, findNextTerm, findTerm, firstWeekdayFrom, isRegistrationOpen } from './terms.ts';

test('firstWeekdayFrom returns the first such weekday on or after a day', () => {
  expect(firstWeekdayFrom('2026-11-21', 1)).toBe('2026-11-23');
  expect(firstWeekdayFrom('2026-11-23', 1)).toBe('2026-11-23');
  expect(firstWeekdayFrom('2026-11-23', 0)).toBe('2026-11-29');
});

test('dayIn returns the day in the time zone', () => {
  expect(dayIn('Europe/London', new Date('2026-07-01T23:30:00Z'))).toBe('2026-07-02');
});

test('exactly one term of the sample is open for registration on every day of three years', () => {
  for (let day = '2026-01-01'; day < '2029-01-01'; day = addDays(day, 1)) {
    const terms = listTerms(site.terms, day);

    const open = terms.filter((term) => isRegistrationOpen(term, day));

    expect(open, day).toHaveLength(1);
  }
});

test('every term starts on a Monday, or on the Tuesday after a public holiday, once its registration has closed', () => {
  for (const term of listTerms(site.terms, '2027-06-01')) {
    expect(term.registrationOpens < term.registrationCloses).toBe(true);
    expect(term.registrationCloses < term.starts).toBe(true);
    expect(term.starts < term.ends).toBe(true);
    expect(firstWeekdayFrom(term.starts, term.season === 'summer' ? 2 : 1)).toBe(term.starts);
  }
});

test('findNextTerm returns the first term with courses on offer whose registration has not closed', () => {
  const terms = listTerms(site.terms, '2026-11-21').toReversed();
  const onOffer = new Set(['2027-spring', '2027-summer']);
  const summerOnly = new Set(['2027-summer']);

  expect(findNextTerm(terms, { today: '2027-01-05', onOffer })?.id).toBe('2027-spring');
  expect(findNextTerm(terms, { today: '2027-01-06', onOffer })?.id).toBe('2027-summer');
  expect(findNextTerm(terms, { today: '2027-01-05', onOffer: summerOnly })?.id).toBe('2027-summer');
  expect(findNextTerm(terms, { today: '2027-01-05', onOffer: new Set() })).toBeUndefined();
});

test('findTerm finds the next open term of a season, and a term by its id', () => {
  const terms = listTerms(site.terms, '2026-11-21');

  expect(findTerm('spring', terms, '2026-11-21')?.id).toBe('2027-spring');
  expect(findTerm('autumn', terms, '2026-11-21')?.id).toBe('2027-autumn');
  expect(findTerm('2026-autumn', terms, '2026-11-21')?.id).toBe('2026-autumn');
  expect(findTerm('winter', terms, '2026-11-21')).toBeUndefined();
});
