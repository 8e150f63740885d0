import { expect, test } from 'vitest';
import { creditPrice, programFee } from './program-fee.ts';

const small = { credits: 10, fee: 360 };
const large = { credits: 20, fee: 720 };
const advanced = { credits: 30, fee: 1440 };

test('the fee of a program is the sum of all course fees, with credits by price as its parts', () => {
  const fee = programFee([{ courses: [small, large] }, { courses: [advanced, advanced] }]);

  expect(fee).toEqual({
    least: 3960,
    most: 3960,
    parts: [
      { credits: 60, price: 48 },
      { credits: 30, price: 36 },
    ],
  });
});

test('a choice between courses with the same price gives one amount', () => {
  const fee = programFee([{ courses: [large] }, { courses: [large, large, large], choose: 2 }]);

  expect(fee).toEqual({ least: 2160, most: 2160, parts: [{ credits: 60, price: 36 }] });
});

test('a choice between courses with different prices gives a range without parts', () => {
  const fee = programFee([{ courses: [small] }, { courses: [large, advanced, small], choose: 2 }]);

  expect(fee).toEqual({ least: 360 + 360 + 720, most: 360 + 720 + 1440, parts: [] });
});

test('the price of a credit is a range if courses differ, and undefined without courses', () => {
  expect(creditPrice([small, large])).toEqual({ least: 36, most: 36 });
  expect(creditPrice([small, advanced])).toEqual({ least: 36, most: 48 });
  expect(creditPrice([])).toBeUndefined();
});
