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

test('the address of a sent form is shown for an hour, and cannot be read from the page’s address', () => {
  const receipts = createReceipts(['new', 'old']);
  const now = new Date('2027-01-10T12:00:00Z');
  const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
  const page = (location: string) => new URL(location, 'https://larkmoor.example');
  const sent = { email: 'ann@example.org', now };

  const first = page(receipts.showAddress('/apply/received?receipt=x', sent));
  const second = page(createReceipts(['old']).showAddress('/newsletter/received', sent));

  expect(first.searchParams.get('receipt')).toBe('x');
  expect(Buffer.from(first.searchParams.get('to')!, 'base64url').toString()).not.toContain('ann@');
  for (const each of [first, second]) {
    expect(receipts.readAddress(each, later(59))).toBe('ann@example.org');
    expect(receipts.readAddress(each, later(60))).toBeUndefined();
  }
  const other = `/apply/received?receipt=y&to=${first.searchParams.get('to')}`;
  expect(receipts.readAddress(page(other), now)).toBeUndefined();
  const sealed = first.searchParams.get('to')!;
  const changed = (sealed.startsWith('A') ? 'B' : 'A') + sealed.slice(1);
  for (const to of ['', 'x', changed, 'A'.repeat(60), 'A'.repeat(5_000)])
    expect(receipts.readAddress(page(`/apply/received?receipt=x&to=${to}`), now)).toBeUndefined();
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
