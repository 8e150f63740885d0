import { expect, test } from 'vitest';
import { createReceipts } from './receipt.ts';

const receipt = {
  reference: 'R-7K3M-9QXD',
  term: '2027-spring',
  courses: ['HYDR101', 'SOIL101'],
  waitingList: ['SOIL101'],
};

test('a signed receipt is URL-safe and can be read', () => {
  const receipts = createReceipts(['first']);

  const text = receipts.sign(receipt);

  expect(encodeURIComponent(text)).toBe(text);
  expect(receipts.read(text)).toEqual(receipt);
  expect(receipts.read(receipts.sign({ ...receipt, waitingList: [] }))).toEqual({
    ...receipt,
    waitingList: [],
  });
});

test('receipts signed with an earlier secret are accepted, and forged ones are refused', () => {
  const text = createReceipts(['old']).sign(receipt);
  const receipts = createReceipts(['new', 'old']);

  expect(receipts.read(text)).toEqual(receipt);
  expect(createReceipts(['new']).read(text)).toBeUndefined();
  for (const forged of [
    '',
    'R-7K3M-9QXD',
    text.replace('SOIL101', 'SOIL999'),
    `${text}x`,
    text.slice(0, -2),
    text.repeat(9),
  ]) {
    expect(receipts.read(forged)).toBeUndefined();
  }
});
