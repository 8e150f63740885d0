import { expect, test } from 'vitest';
import { measureMeaning, readWordVectors, toBytes } from './word-vectors.ts';

const vectors = readWordVectors();

function cosine(one: ArrayLike<number>, other: ArrayLike<number>): number {
  const dot = (a: ArrayLike<number>, b: ArrayLike<number>) =>
    Array.from(a).reduce((sum, number, at) => sum + number * (b[at] ?? 0), 0);
  return dot(one, other) / Math.sqrt(dot(one, one) * dot(other, other));
}

function near(one: string, other: string): number {
  return cosine(vectors.get(one) ?? [], vectors.get(other) ?? []);
}

test('words of like meaning have like directions', () => {
  expect(vectors.size).toBe(30_000);
  expect(near('bike', 'bicycle')).toBeGreaterThan(0.7);
  expect(near('bike', 'treaty')).toBeLessThan(0.3);
});

test('bytes keep the direction of a vector', () => {
  const vector = [0.02, -0.5, 0.31];

  const bytes = new Int8Array(toBytes(vector).buffer);

  expect(cosine(bytes, vector)).toBeGreaterThan(0.999);
  expect([...toBytes([0, 0])]).toEqual([0, 0]);
});

test('a passage points where its telling words do', () => {
  const texts = ['Students park bicycles here.', 'Students pay the fee here.', 'Students drain peat here.'];
  const passages = texts.map((text) => ({ anchor: null, title: 'Students', heading: '', text }));

  const meaning = measureMeaning([{ passages }], vectors);

  const bike = vectors.get('bike') ?? new Int8Array();
  const [parking, paying, draining] = meaning.passages.map(({ text }) => cosine(text, bike));
  expect(parking).toBeGreaterThan(Math.max(paying ?? 1, draining ?? 1));
  expect(meaning.weights.get('bicycles')).toBeGreaterThan(meaning.weights.get('students') ?? 1);
  expect(meaning.weights.has('bike')).toBe(false);
});

test('what all passages share is taken off them', () => {
  const passages = Array.from({ length: 60 }, (_, at) => {
    const [own = ''] = [...vectors.keys()].slice(2000 + 50 * at);
    return {
      anchor: null,
      title: 'Students',
      heading: 'Courses',
      text: `The university teaches students ${own}.`,
    };
  });

  const { passages: measured, mean, common } = measureMeaning([{ passages }], vectors);

  const nearOthers = measured.slice(1).map(({ text }) => cosine(text, measured[0]?.text ?? []));
  const headsNear = measured.slice(1).map(({ head }) => cosine(head, measured[0]?.head ?? []));
  expect(Math.abs(nearOthers.reduce((sum, number) => sum + number, 0) / 59)).toBeLessThan(0.1);
  expect(Math.min(...headsNear)).toBeGreaterThan(0.9);
  expect(Math.hypot(...mean)).toBeGreaterThan(0);
  expect(Math.hypot(...common)).toBeCloseTo(1);
});

test('a site without a passage has no meaning and no fault', () => {
  expect(measureMeaning([], vectors).passages).toEqual([]);
});
