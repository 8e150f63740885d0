import fc from 'fast-check';
import { globSync, readFileSync } from 'node:fs';
import { isMap, isScalar, parseDocument } from 'yaml';
import { expect, test } from 'vitest';
import { isDeepSame, withValue, type FieldPath } from './field-values.ts';
import { patchFrontMatter, planEdit, readFields, UnpatchableError, type FieldValue } from './front-matter.ts';

const course = `---
# Set by the registry.
code: SOIL201   # do not change
title: "Soil: an introduction"
fee: 720
people: [ines-calder, mei-lin-forster] # leads first
offerings:
  - term: spring
    mode: online   # since 2026

    # Seats of the platform.
    seats: 24
  - { term: autumn, mode: online, seats: 12 }
outcomes:
    - describe a profile
    # not yet agreed
    - 'explain what''s in soil'
summary: >-
  A sentence that
  goes on.
# the end
---

Text --- with fee: 720.
`;

test.each([
  ['a number', ['fee'], 740, 'fee: 720', 'fee: 740'],
  [
    'a quoted text keeps its quotes',
    ['title'],
    'Soil "2"',
    '"Soil: an introduction"',
    String.raw`"Soil \"2\""`,
  ],
  ['an entry of a list', ['people', 1], 'ruth-ellwood', 'mei-lin-forster', 'ruth-ellwood'],
  [
    'a value in single quotes',
    ['outcomes', 1],
    "tell what's not",
    "'explain what''s in soil'",
    "'tell what''s not'",
  ],
  ['a value inside of a list', ['offerings', 0, 'seats'], 30, 'seats: 24', 'seats: 30'],
  [
    'a value in a group on one line',
    ['offerings', 1, 'mode'],
    'blended',
    'autumn, mode: online',
    'autumn, mode: blended',
  ],
  ['a folded text', ['summary'], 'Another one.', '  A sentence that\n  goes on.', '  Another one.'],
  ['a new field', ['updated'], new Date('2027-01-11'), '  goes on.\n', '  goes on.\nupdated: 2027-01-11\n'],
  ['a new entry', ['people', 2], 'a', 'forster]', 'forster, a]'],
  [
    'a new entry in lines',
    ['outcomes', 2],
    'map it',
    "what''s in soil'\n",
    "what''s in soil'\n    - map it\n",
  ],
  ['a removed entry', ['people', 0], undefined, '[ines-calder, ', '['],
  [
    'a removed first field of an entry',
    ['offerings', 0, 'term'],
    undefined,
    '- term: spring\n    mode',
    '- mode',
  ],
  ['a removed field', ['fee'], undefined, 'fee: 720\npeople', 'people'],
])('changes %s and nothing else', (_, path, value, before, after) => {
  const patched = patchFrontMatter(course, { path, value });

  expect(patched).toBe(course.replace(before, after));
});

test('puts a new field where the schema has it', () => {
  const patched = patchFrontMatter(course, {
    path: ['subject'],
    value: 'soils',
    order: ['code', 'title', 'subject', 'fee'],
  });

  expect(patched).toBe(course.replace('introduction"\n', 'introduction"\nsubject: soils\n'));
});

test('changes a file that is YAML as a whole', () => {
  const settings = '# Above every page.\ntext: "Closed today"\n';

  const changed = patchFrontMatter(settings, { path: ['text'], value: 'Open again', isYaml: true });
  const begun = patchFrontMatter('', { path: ['text'], value: 'Closed', isYaml: true });

  expect(changed).toBe('# Above every page.\ntext: "Open again"\n');
  expect(begun).toBe('text: Closed\n');
});

test('refuses to change a file with a mistake in its front matter, or without any', () => {
  expect(() => patchFrontMatter('---\ntitle: "a\n---\n', { path: ['title'], value: 'b' })).toThrow(
    UnpatchableError,
  );
  expect(() => patchFrontMatter('Text', { path: ['title'], value: 'b' })).toThrow(UnpatchableError);
});

/** 10,000 in `npm run soak`. */
const rounds = Number(process.env['FUZZED_EDITS'] ?? 1500);

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

/** A file with comments, odd spaces and every style of value, in which the order of lines is at random. */
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

/** The fields that an edit does not touch, the comments between fields, and everything below the front matter. */
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

test('random edits set the value, and change no byte outside of it', { timeout: 300_000 }, () => {
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
  expect(refused / rounds).toBeLessThan(0.02);
});
