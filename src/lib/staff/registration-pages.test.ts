import { expect, test } from 'vitest';
import { createCatalogue } from '#lib/forms/catalogue.ts';
import { catalogueData, openDay } from '#test/stand-ins/catalogue.ts';
import { listCourseOptions } from './registration-pages.ts';

const catalogue = { ...createCatalogue(catalogueData, openDay), courses: catalogueData.courses };
const valuesOf = (terms: readonly string[], chosen = '') =>
  listCourseOptions(catalogue, { terms, chosen }).map(({ value }) => value);

test('a course has its groups in the filter if it has several in one of the terms', () => {
  const spring = ['SOIL201', 'HYDR301', 'LAND401', 'LAND401-1', 'LAND401-2', 'MAPS101', 'PEAT501'];

  expect(valuesOf(['2027-spring'])).toEqual(spring);
  expect(valuesOf(['2027-summer', '2027-spring'])).toEqual(spring);
  expect(valuesOf(['2027-summer'])).toEqual(['SOIL201', 'HYDR301', 'LAND401', 'MAPS101', 'PEAT501']);
  expect(listCourseOptions(catalogue, { terms: ['2027-spring'], chosen: '' })[4]?.label).toBe(
    'LAND401-2 Course LAND401',
  );
});

test('a chosen course that is no longer in the catalogue stays in the filter', () => {
  expect(valuesOf([], 'GONE999').at(-1)).toBe('GONE999');
  expect(valuesOf([], 'SOIL201')).not.toContain('GONE999');
});
