import { expect, test } from 'vitest';
import { catalogueData, openDay } from '#test/stand-ins/catalogue.ts';
import { createCatalogue } from './catalogue.ts';
import { registerText } from '#lib/i18n/en/forms.ts';
import { listChoices, seatsOnOffer, summarise, termsOnOffer } from './course-choices.ts';

test('listChoices lists courses of open terms with their lowest fee and all meetings', () => {
  const courses = catalogueData.courses.map((course) =>
    course.code === 'LAND401'
      ? { ...course, offerings: course.offerings.map((each, index) => ({ ...each, fee: 300 - index })) }
      : course,
  );
  const catalogue = createCatalogue({ terms: catalogueData.terms, courses }, openDay);

  const choices = listChoices(courses, { catalogue, terms: catalogue.openTerms() });

  expect(choices.map(({ code }) => code)).toEqual(['SOIL201', 'HYDR301', 'LAND401', 'MAPS101']);
  expect(choices[2]?.offers).toMatchObject([
    {
      term: '2027-spring',
      fee: 299,
      meetings: ['Mondays 09:30 to 10:30, Online', 'Fridays 09:30 to 10:30, Online'],
      seats: undefined,
    },
  ]);
  expect(choices[1]?.prerequisites).toEqual([{ code: 'HYDR201', title: undefined }]);
  expect(choices[0]?.offers[0]?.fee).toBe(400);
});

test('listChoices lists no courses while no term is open', () => {
  const catalogue = createCatalogue(catalogueData, '2026-08-01');

  expect(listChoices(catalogueData.courses, { catalogue, terms: catalogue.openTerms() })).toEqual([]);
});

test('listChoices leaves out a cancelled offering, but only in its term', () => {
  const cancelled = { term: '2027-spring', instead: 'Take it next year.' };
  const courses = catalogueData.courses.map((course) => ({
    ...course,
    offerings: course.offerings.map((each) => (course.code === 'SOIL201' ? { ...each, cancelled } : each)),
  }));
  const spring = createCatalogue({ ...catalogueData, courses }, openDay);
  const nextYear = { ...catalogueData.terms[0]!, id: '2028-spring', registrationCloses: '2028-01-05' };
  const later = createCatalogue({ terms: [nextYear], courses }, openDay);

  const codesIn = (catalogue: typeof spring, id: string) =>
    listChoices(courses, { catalogue, terms: [catalogue.term(id)!] }).map(({ code }) => code);

  expect(codesIn(spring, '2027-spring')).toEqual(['HYDR301', 'LAND401', 'MAPS101']);
  expect(codesIn(later, '2028-spring')).toEqual(['SOIL201', 'HYDR301', 'LAND401', 'MAPS101']);
});

test('listChoices lists the free seats in the open terms', () => {
  const catalogue = createCatalogue(catalogueData, openDay);
  const terms = catalogue.openTerms();
  const seats = new Map([['2027-spring', new Map([['MAPS101', { free: 0, waiting: 2 }]])]]);

  const choices = listChoices(catalogueData.courses, { catalogue, terms, seats });

  expect(choices.map(({ offers }) => offers[0]?.seats)).toEqual([
    ...[undefined, undefined, undefined],
    { free: 0, waiting: 2 },
  ]);
  expect(seatsOnOffer(catalogueData.courses, { catalogue, terms })).toContainEqual({
    term: '2027-spring',
    code: 'LAND401',
    seats: 40,
  });
});

test('summarise adds up the chosen courses of a term and finds their clashes', () => {
  const catalogue = createCatalogue(catalogueData, openDay);
  const terms = catalogue.openTerms();
  const choices = listChoices(catalogueData.courses, { catalogue, terms });

  expect(summarise(choices.slice(0, 2), terms[0]!)).toEqual({
    totals: '2 courses, 30 credits, £800',
    clashes: [['SOIL201', 'HYDR301']],
  });
  expect(summarise([], terms[0]!)).toEqual({ totals: 'Nothing chosen yet', clashes: [] });
});

test('a term that is open without courses is not on offer, and is named if no other is', () => {
  const winter = { ...catalogueData.terms[0]!, id: '2027-winter', season: 'winter', title: 'Winter 2027' };
  const terms = [catalogueData.terms[0]!, winter];
  const all = createCatalogue({ ...catalogueData, terms }, openDay);
  const none = createCatalogue({ terms: [winter], courses: catalogueData.courses }, openDay);
  const onOffer = (catalogue: typeof all) => {
    const choices = listChoices(catalogueData.courses, { catalogue, terms: catalogue.openTerms() });
    return termsOnOffer(catalogue.openTerms(), choices).map(({ id }) => id);
  };

  expect(all.openTerms().map(({ id }) => id)).toEqual(['2027-spring', '2027-winter']);
  expect(onOffer(all)).toEqual(['2027-spring']);
  expect(onOffer(none)).toEqual([]);
  expect(registerText.closed({ terms: none.openTerms() })).toMatch(/^No course is on offer in Winter 2027\./);
  expect(registerText.closed({ terms: [] })).toBe('No term is open for registration today.');
});
