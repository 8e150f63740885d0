import { expect, test } from 'vitest';
import { sampleInstitute as site } from '#test/sample-institute.ts';
import { listTerms } from './term-rules.ts';
import { termsOfStage } from './stage-terms.ts';

const terms = listTerms(site.terms, '2027-09-27');
const start = '2027-09-27';

test.each([
  [{ terms: ['autumn'] }, ['2027-autumn']],
  [{ terms: ['spring'], year: 1 }, ['2028-spring']],
  [{ terms: ['spring', 'autumn'], year: 1 }, ['2027-autumn', '2028-spring']],
  [{ terms: ['autumn'], year: 2 }, ['2028-autumn']],
  [{ terms: ['summer'], year: 2 }, ['2029-summer']],
  [{ terms: ['summer'], year: 3 }, []],
  [{ year: 2 }, []],
])('the stage %j of a program that begins in autumn 2027 takes place in %j', (stage, ids) => {
  expect(termsOfStage(stage, { start, terms }).map(({ id }) => id)).toEqual(ids);
});
