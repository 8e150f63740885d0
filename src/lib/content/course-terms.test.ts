import { expect, test } from 'vitest';
import { isTaughtIn, type Offering } from './course.ts';

const offering = (term: string, cancelled?: Offering['cancelled']) => ({ term, cancelled }) as Offering;
const autumn = { id: '2027-autumn', season: 'autumn' };

test.each([
  ['each year', [offering('autumn')], true],
  ['in this year', [offering('2027-autumn')], true],
  ['in another year', [offering('2028-autumn')], false],
  ['in another season', [offering('spring')], false],
  ['cancelled this year', [offering('autumn', { term: '2027-autumn', instead: 'Choose SOIL101.' })], false],
  ['cancelled in another year', [offering('autumn', { term: '2028-autumn', instead: '' })], true],
  ['never', [], false],
])('a course that is offered %s: taught in the term or not', (_, offerings, isTaught) => {
  expect(isTaughtIn({ offerings }, autumn)).toBe(isTaught);
});
