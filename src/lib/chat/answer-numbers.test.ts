import { expect, test } from 'vitest';
import table from '#test/data/answer-numbers.json' with { type: 'json' };
import { checkNumbers } from './check-numbers.ts';

type Sentence = (typeof table.sentences)[number];

const calendar = [
  'Today is Sunday, 2026-11-22.',
  'The current term is Autumn 2026 (2026-09-28 to 2026-12-18; registration 2026-04-21 to 2026-09-16).',
  'The next term is Spring 2027 (2027-01-11 to 2027-04-02; registration 2026-09-16 to 2027-01-05).',
].join('\n');
const maxWithheldShare = 0.08;

const right = table.sentences.filter(({ isRight }) => isRight);
const wrong = table.sentences.filter(({ isRight }) => !isRight);

async function isShown({ passage, text }: Sentence): Promise<boolean> {
  const answer = `${text} [1]`;
  async function* stream() {
    yield answer;
  }
  const url = 'https://larkmoor.example/x';
  const source = { url, path: '/x', anchor: '', title: 'About', heading: '', type: 'page' };
  const shown: string[] = [];
  const options = {
    passages: [{ ...source, text: table.passages[passage as keyof typeof table.passages] }],
    siteUrl: 'https://larkmoor.example',
    question: '',
    calendar,
    verdict: { isSufficient: true },
  };
  for await (const piece of checkNumbers(stream(), options)) shown.push(piece);
  return shown.join('') === answer;
}

async function filterShown(sentences: readonly Sentence[], shown: boolean): Promise<string[]> {
  const verdicts = await Promise.all(sentences.map(isShown));
  return sentences
    .filter((_sentence, index) => verdicts[index] === shown)
    .map(({ half, category, text }) => `${half}, ${category}: ${text}`);
}

test('the table has at least 200 sentences, of which half are correct', () => {
  expect(wrong.length).toBeGreaterThanOrEqual(100);
  expect(right.length).toBe(wrong.length);
});

test('sentences with a wrong number are never shown', async () => {
  expect(await filterShown(wrong, true)).toEqual([]);
});

test('at most 8 % of the correct sentences are withheld', async () => {
  const withheld = await filterShown(right, false);

  expect(withheld.length, withheld.join('\n')).toBeLessThanOrEqual(right.length * maxWithheldShare);
});
