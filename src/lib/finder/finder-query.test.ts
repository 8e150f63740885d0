import { expect, test } from 'vitest';
import {
  activeFilters,
  describeFilter,
  parseQuery,
  toParameters,
  withoutFilters,
  type Choices,
} from './finder-query.ts';

const of = (...values: string[]) => values.map((value) => ({ value, title: value }));
const choices: Choices = {
  subject: of('soils', 'law'),
  level: of('4', '5'),
  term: [
    { value: '2027-spring', title: 'Spring 2027', also: 'spring' },
    { value: '2027-summer', title: 'Summer 2027', also: 'summer' },
  ],
  day: [{ value: 'mon', title: 'Monday', also: 'monday' }, ...of('tue')],
  time: of('daytime', 'evening', 'weekend'),
  mode: of('on-site', 'online'),
  credits: of('15', '20'),
};
const parse = (search: string) => parseQuery(new URLSearchParams(search), choices);

test('a query is serialised to the parameters from which it was parsed', () => {
  const search =
    'q=peat+bog&subject=soils&level=4&level=5&term=2027-spring&day=mon&time=evening&mode=online&credits=20&price=700&seats=1&sort=price';

  expect(toParameters(parse(search)).toString()).toBe(search);
});

test('an empty form has no filters and no parameters', () => {
  const query = parse('q=&price=&sort=');

  expect([activeFilters(query), toParameters(query).toString()]).toEqual([[], '']);
});

test('unknown values are ignored, and other spellings of known values are accepted', () => {
  const query = parse('level=9&term=spring&day=Monday&mode=ONLINE&mode=online&seats=yes&sort=fee');

  expect(toParameters(query).toString()).toBe('term=2027-spring&day=mon&mode=online');
});

test.each(['-1', '1e3', '700.5', 'free', '99999999'])('the price %s is ignored', (price) => {
  expect(parse(`price=${price}`).price).toBeUndefined();
});

test('a long keyword is cut', () => {
  expect(parse(`q=${'x'.repeat(5000)}`).q).toHaveLength(200);
});

test('filters are removed by name, and the sort order stays', () => {
  const query = parse('q=peat&level=4&price=700&seats=1&sort=title');

  expect(activeFilters(query)).toEqual(['q', 'level', 'price', 'seats']);
  expect(toParameters(withoutFilters(query, ['q', 'level', 'price', 'seats'])).toString()).toBe('sort=title');
});

test('a filter is described by its values', () => {
  const query = parse('q=peat&term=2027-spring&term=2027-summer&price=700&seats=1');
  const words = { choices, freeSeats: 'Free only', formatPrice: (price: number) => `£${price}` };

  expect(activeFilters(query).map((name) => describeFilter(query, name, words))).toEqual([
    'peat',
    'Spring 2027 or Summer 2027',
    '£700',
    'Free only',
  ]);
});
