import fc from 'fast-check';
import { globSync, readFileSync } from 'node:fs';
import { isMap, isScalar, parseDocument } from 'yaml';
import { expect, test } from 'vitest';
import { runsOf } from '#test/property-runs.ts';
import { isDeepSame, withValue, type FieldPath } from './field-values.ts';
import {
  patchFrontMatter,
  planEdit,
  readFields,
  UnpatchableError,
  type FieldValue,
} from './edit-front-matter.ts';

/** `npm run soak` sets FUZZED_EDITS to 10,000. */
const rounds = Number(process.env['FUZZED_EDITS'] ?? runsOf(500));

const samples = globSync('src/content/*/**/*.{md,mdx}').map((file) => readFileSync(file, 'utf8'));

const scalar: fc.Arbitrary<FieldValue> = fc.oneof(
  fc.constantFrom(
    'a',
    '',
    'true',
    '12',
    '2027-01-11',
    '# no comment',
    'a: b',
    '- x',
    "it's",
    'say "so"',
    '[x',
    '@me',
    ' a ',
    'No',
  ),
  fc.string({ maxLength: 30 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.lorem({ maxCount: 25 }),
  fc.integer({ min: -10, max: 5000 }),
  fc.boolean(),
  fc.constant(new Date('2027-02-28')),
);
const value: fc.Arbitrary<FieldValue> = fc.oneof(
  { weight: 6, arbitrary: scalar },
  fc.array(scalar, { maxLength: 4 }),
  fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), scalar, { maxKeys: 3, noNullPrototype: true }),
);

/** A file with comments, unusual spaces and every style of value, in random order. */
const generated = fc
  .record({
    fields: fc.shuffledSubarray(
      [
        'title: Plain text  # why',
        'code:   "SOIL201"',
        "note: 'it''s'",
        'empty:',
        'list:\n  - one\n  # between\n  - "two"   # second\n',
        'tight:\n- one\n- two: 2\n  three: 3',
        'flow: [ a , "b", {c: d, e: f} ]',
        'wide: [\n  a, # first\n  b\n]',
        'group:\n    inner: 5\n    # kept\n    other:\n      deep: yes\n',
        'text: |\n  line one\n\n  line two\n',
        'folded: >\n  words that\n  go on\n\n# after',
        'long: words that\n  go on in the next line',
        'none: []\nnothing: {}',
        'day: 2027-01-11',
        '\n# A comment of its own\n',
        'nested:\n  -\n    a: 1\n    b: [1, 2]\n  - - x\n    - y',
      ],
      { minLength: 2 },
    ),
    eol: fc.constantFrom('\n', '\r\n'),
    start: fc.constantFrom('', '\uFEFF'),
    body: fc.constantFrom(
      '',
      '\nText.\n',
      '\n---\ntitle: not this\n---\n\n   \t\n',
      '\n<Callout>\n\nA\u2028B é\n\n</Callout>',
    ),
  })
  .map(
    ({ fields, eol, start, body }) => start + `---\n${fields.join('\n')}\n---${body}`.replaceAll('\n', eol),
  );

const source = fc.oneof(
  fc.constantFrom(...samples),
  fc.constantFrom(...samples).map((text) => text.replaceAll('\n', '\r\n')),
  { weight: 3, arbitrary: generated },
);

function listPaths(data: unknown, path: FieldPath = []): FieldPath[] {
  if (typeof data !== 'object' || data === null || data instanceof Date) return [path];
  const steps = Array.isArray(data) ? [...data.keys()] : Object.keys(data);
  const inner = steps.flatMap((step) => listPaths(Reflect.get(data, step), [...path, step]));
  const added = Array.isArray(data) ? [...path, data.length] : [...path, 'added'];
  return [...(path.length > 0 ? [path] : []), ...inner, added];
}

const edit = source.chain((text) => {
  const paths = listPaths(readFields(text));
  return fc.record({
    text: fc.constant(text),
    path: fc.constantFrom(...paths),
    value: fc.option(value, { nil: undefined, freq: 5 }),
  });
});

/** The parts that an edit must not change: other fields, the comments between fields, and the text below. */
function untouched(text: string, path: FieldPath): string[] {
  const [, yaml = '', rest = ''] = /^\uFEFF?---\r?\n([^]*?)^(---[^]*)$/m.exec(text) ?? [];
  const document = parseDocument(yaml, { customTags: ['timestamp'] });
  const comments = yaml.match(/^#.*$/gm) ?? [];
  if (!isMap(document.contents)) return [...comments, rest];
  const starts = document.contents.items.map(({ key }) =>
    isScalar(key) ? { key: String(key.value), at: key.range[0] } : { key: '', at: 0 },
  );
  const fields = starts.map(({ key, at }, position) => ({
    key,
    text: yaml.slice(at, starts[position + 1]?.at),
  }));
  const others = fields.filter(({ key }) => key !== path[0]);
  const withoutComments = others.map(({ text: lines }) =>
    lines.replace(/(\r?\n(#.*|[ \t]*)(?=\r?\n|$))*$/, '').trimEnd(),
  );
  return [...withoutComments, ...comments, rest];
}

const commentsIn = (text: string) => text.match(/# .*$/gm)?.length ?? 0;

test('random edits set the value and change no byte outside it', { timeout: 300_000 }, () => {
  let refused = 0;
  fc.assert(
    fc.property(edit, ({ text, path, value: next }) => {
      let patched;
      try {
        patched = patchFrontMatter(text, { path, value: next });
      } catch (error) {
        if (!(error instanceof UnpatchableError)) throw error;
        refused += 1;
        return;
      }
      expect(isDeepSame(readFields(patched), withValue(readFields(text), path, next))).toBe(true);
      expect(untouched(patched, path)).toEqual(untouched(text, path));
      expect(patched.startsWith('\uFEFF')).toBe(text.startsWith('\uFEFF'));
      const { from, to, insert } = planEdit(text, { path, value: next });
      expect(patched).toBe(text.slice(0, from) + insert + text.slice(to));
      const lost = text.slice(from, to);
      if (typeof Reflect.get(Object(readFields(text)), path[0] ?? '') !== 'object')
        expect(commentsIn(lost)).toBeLessThanOrEqual(next === undefined ? 1 : 0);
      if (text.includes('\r\n')) expect(insert).not.toMatch(/(?<!\r)\n/);
      else expect(insert).not.toContain('\r');
    }),
    { numRuns: rounds },
  );
  // At most 2 %, and a few more because the samples of a short run vary.
  expect(refused).toBeLessThan(0.02 * rounds + 5);
});
