import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { checkContent } from '#lib/content/check.ts';
import { instituteSchema } from '#lib/content/institute-schema.ts';
import { makeContentFolder } from '#test/content-folder.ts';
import { sampleInstitute } from '#test/sample-institute.ts';
import { makeFolder } from '#test/temporary-folder.ts';
import { parseInstitute, readInstituteFile, requireInstitute, withOwnFonts } from './institute-file.ts';

const source = readFileSync('src/institute.yaml', 'utf8');
const lineOf = (text: string) => source.slice(0, source.indexOf(text)).split('\n').length;

function problemsWith(correct: string, wrong: string): string[] {
  if (!source.includes(correct)) throw new Error(`the sample has no ${correct}`);
  const { file, findings } = parseInstitute('src/institute.yaml', source.replace(correct, wrong));
  return findings.map(
    ({ line, message, fix, severity }) => `${file}:${line}: ${severity}: ${message}: ${fix}`,
  );
}

test('the facts of the sample institute have no problems', () => {
  const { institute, findings } = parseInstitute('src/institute.yaml', source);

  expect(findings).toEqual([]);
  expect(institute?.subjects).toMatchObject({ law: 'Land law' });
});

test.each([
  [
    'timeZone: Europe/London',
    'timeZone: Europe/Londn',
    '"timeZone" "Europe/Londn" is not a time zone: write it like this: timeZone: Europe/London',
  ],
  [
    'currency: GBP',
    'currency: pounds',
    '"currency" "pounds" is not a currency: write it like this: currency: GBP',
  ],
  [
    'locale: en-GB',
    'locale: de-DE',
    '"locale" "de-DE" is a language that the interface has no words in yet: it has English: write it like this: locale: en-GB',
  ],
  ['tagline:', 'tagLine:', 'there is no field "tagLine" in institute.yaml: did you mean tagline?'],
  [
    '  heldMails: 7',
    '  heldMails: 8',
    '"heldMails" (retentionDays) "8" is too large: write at most 7, such as heldMails: 7',
  ],
  [
    "    accent: '#14574e'",
    '    accent: #14574e',
    '"accent" (colours, light) has no value: write one after the colon, such as accent: \'#14574e\'',
  ],
  [
    '  soils: Soils',
    '  Land Use!: Land use',
    '"Land Use!" (subjects) is not a key of letters, digits and hyphens: write it like land-law',
  ],
  [
    '    name: Newsreader',
    `    name: 'x";src:url(//evil.example)'`,
    'is not the name of a font: write it like this: name: Newsreader',
  ],
  [
    '  enquiries: 180',
    '  enquiries: 9007199254740991',
    '"enquiries" (retentionDays) "9007199254740991" is too large: write at most 36500',
  ],
  [
    "    accent: '#14574e'",
    "    accent: '#8fb8b2'",
    '"accent" (colours, light) "#8fb8b2" is hard to read on ground: its contrast is 2.1, and text needs 4.5',
  ],
  [
    'answer your question, and delete it {days}',
    'answer your question, and delete it {day}',
    'is a text with {day}, which stands for nothing here: it can have {days}: ',
  ],
  [
    '      starts: first Tuesday from 2 May',
    '      starts: Tuesday from 2 May',
    'is not a rule for a first day: write it like this: starts: first Monday from 8 January',
  ],
  [
    '  prefix: LK',
    '  prefix: ^LK',
    '"prefix" (studentNumber) "^LK" is not a prefix of letters, digits, / and -: write it like this: prefix: LK',
  ],
  [
    'email: hello@larkmoor.example',
    'email: hello',
    '"email" "hello" is not an email address: write it like this: email: hello@example.org',
  ],
  [
    '  country: GB',
    '  country: Britain',
    '"country" (address) "Britain" is not a country code of two letters: write it like this: country: GB',
  ],
])('reports an invalid fact at its line: %s', (correct, wrong, expected) => {
  const problems = problemsWith(correct, wrong);

  const own = problems.find((problem) => problem.includes(expected));
  expect(own, problems.join('\n')).toMatch(`src/institute.yaml:${lineOf(correct)}: fatal: `);
});

test('a colour that is none is reported once, without its contrast', () => {
  const problems = problemsWith("    accent: '#14574e'", '    accent: navy');

  expect(problems).toEqual([expect.stringContaining('"accent" (colours, light) "navy" is not a colour')]);
});

test('reports a missing fact, a file that is not YAML, and a missing file', () => {
  expect(problemsWith('currency: GBP\n', '')).toEqual([
    'src/institute.yaml:1: fatal: "currency" is missing: add it, such as currency: GBP',
  ]);
  expect(problemsWith('name: Larkmoor', 'name: "Larkmoor')[0]).toMatch(/^src\/institute.yaml:\d+: fatal: /);
  expect(readInstituteFile('src/nowhere').findings).toMatchObject([{ message: 'the file is missing' }]);
});

test('a font is a file of a package, or in the folder fonts beside institute.yaml', async () => {
  const file = 'source-sans/TTF/SourceSans3-It.ttf';
  const withFont = (path: string) => source.replace(file, `'${path}'`);
  const folder = makeFolder();
  const own = requireInstitute(parseInstitute(join(folder, 'institute.yaml'), withFont('./fonts/Brand.ttf')));

  expect(withOwnFonts(own, folder).fonts.text.files.map(({ file: path }) => path)).toContain(
    join(folder, 'fonts/Brand.ttf'),
  );
  expect(await checkFile(withFont('./fonts/Brand.ttf'))).toContainEqual(
    expect.stringContaining("error: there is no font Brand.ttf in the institute's folder fonts"),
  );
  for (const outside of ['/etc/passwd', './fonts/../../secret.ttf', '../secret.ttf']) {
    expect(problemsWith(file, `'${outside}'`)).toEqual([
      expect.stringContaining('is not a file of a package'),
    ]);
  }
});

test('requireInstitute throws an error that lists all problems', () => {
  const file = parseInstitute('src/institute.yaml', source.replace('GBP', 'pounds').replace('en-GB', 'fr'));

  expect(() => requireInstitute(file)).toThrow(
    /src\/institute.yaml:\d+: "locale".*\nsrc\/institute.yaml:\d+: "currency"/,
  );
});

test('every fact has a help text and an example', () => {
  const missing = fieldsWithoutHelp(instituteSchema);

  expect(missing).toEqual([]);
});

/** Paths of fields without a description or an example, including those in groups and in lists of groups. */
function fieldsWithoutHelp(schema: z.core.$ZodType, path: readonly string[] = []): string[] {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional)
    return fieldsWithoutHelp(schema.unwrap(), path);
  if (schema instanceof z.ZodArray) return fieldsWithoutHelp(schema.element, path);
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries(schema.shape as z.core.$ZodShape).flatMap(([name, field]) => {
    const own = [...path, name];
    const help = z.globalRegistry.get(field);
    const isGroup = fieldsWithoutHelp(field, own);
    return help?.description && help['examples'] ? isGroup : [own.join('.'), ...isGroup];
  });
}

async function checkFile(written: string): Promise<string[]> {
  const { problems } = await checkContent({
    directory: makeContentFolder(),
    institute: sampleInstitute,
    now: new Date('2026-11-21T12:00Z'),
    routes: ['/courses', '/register'],
    instituteFile: parseInstitute('src/institute.yaml', written),
  });
  return problems.map(({ file, line, message, severity }) => `${file}:${line}: ${severity}: ${message}`);
}

const checkPolicy = (policy: string) =>
  checkFile(source.replace('security:\n', `security:\n  policy: ${policy}\n`));

test('reports a font that is in no installed package', async () => {
  const italics = 'source-sans/TTF/SourceSans3-It.ttf';

  expect(await checkFile(source)).toEqual([]);
  expect(await checkFile(source.replace(italics, 'source-sans/TTF/Missing.ttf'))).toEqual([
    `src/institute.yaml:${lineOf(italics)}: error: the font source-sans/TTF/Missing.ttf is in no installed package`,
  ]);
});

test('reports a policy that links to no page', async () => {
  expect(await checkPolicy('/courses/soil-science#field-work')).toEqual([]);
  expect(await checkPolicy('/reports')).toEqual([
    `src/institute.yaml:${lineOf('security:\n') + 1}: error: the link /reports leads to no page`,
  ]);
});
