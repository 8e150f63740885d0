import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { pageCollections } from '#lib/content/collections.ts';

type Described = { '@type': string } & Record<string, unknown>;
type Graph = { '@context': string; '@graph': Described[] };

const client = 'dist/client';
const described = globSync('**/*.html', { cwd: client }).map((file) => ({
  file: file.replaceAll('\\', '/'),
  things: graphsOf(readFileSync(join(client, file), 'utf8')).flatMap((graph) => graph['@graph']),
}));

function graphsOf(html: string): Graph[] {
  const blocks = html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs);
  return [...blocks].map(([, json]) => JSON.parse(json ?? '') as Graph);
}

/** What the vocabulary, as types, has against each thing: `file: message`. */
function faultsOf(things: readonly { file: string; thing: Described }[]): string[] {
  const name = join(process.cwd(), 'structured-data.check.ts');
  const types = [...new Set(things.map(({ thing }) => thing['@type']))];
  const lines = things.map(({ thing }, at) => {
    // A notation for actions that the vocabulary's own documents have, and no property of it.
    const json = JSON.stringify(thing, (key, value: unknown) => (key === 'query-input' ? undefined : value));
    return `export const thing${at}: ${thing['@type']} = ${json};`;
  });
  const source = [`import type { ${types.join(', ')} } from 'schema-dts';`, ...lines].join('\n');
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
  };
  const host = ts.createCompilerHost(options);
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (file, version) =>
    file === name ? ts.createSourceFile(file, source, version) : read(file, version);
  const exists = host.fileExists.bind(host);
  host.fileExists = (file) => file === name || exists(file);
  const program = ts.createProgram([name], options, host);
  return ts.getPreEmitDiagnostics(program).map(({ start, messageText, file }) => {
    const line = file?.fileName === name ? file.getLineAndCharacterOfPosition(start ?? 0).line - 1 : -1;
    return `${things[line]?.file ?? file?.fileName ?? 'types'}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
  });
}

test('each page names a picture of the size that previews have', async () => {
  const pages = described.filter(({ file }) => !/^(404|500)\.html$/.test(file));

  const sizes = await Promise.all(
    pages.map(async ({ file }) => {
      const html = readFileSync(join(client, file), 'utf8');
      const picture = /<meta property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? '';
      const { format, width, height } = await sharp(join(client, new URL(picture).pathname)).metadata();
      return `${format} ${width} ${height}`;
    }),
  );

  expect(new Set(sizes)).toEqual(new Set(['jpeg 1200 630']));
});

const typesOn = (path: string) =>
  described.find(({ file }) => file === path)?.things.map((thing) => thing['@type']) ?? [];

test('all structured data are of the vocabulary of schema.org', { timeout: 60_000 }, () => {
  const things = described.flatMap(({ file, things: all }) => all.map((thing) => ({ file, thing })));

  const faults = faultsOf(things);

  expect(things.length).toBeGreaterThan(100);
  expect(faults).toEqual([]);
});

test(
  'a property that the vocabulary lacks, or a value of a wrong kind, is found',
  { timeout: 60_000 },
  () => {
    const course = described.find(({ file }) => file.startsWith('courses/soil-science'))?.things[0];

    const faults = faultsOf([
      { file: 'lacking', thing: { ...course!, coursecode: 'SOIL101' } },
      { file: 'wrong', thing: { ...course!, provider: { '@type': 'Schedule', byDay: 'Monday' } } },
    ]);

    expect(faults.map((fault) => fault.split(':')[0])).toEqual(['lacking', 'wrong']);
  },
);

test('each kind of page describes what it is about, and says where it stands', () => {
  const expected: [path: RegExp, types: string[]][] = [
    [/^index\.html$/, ['EducationalOrganization', 'WebSite']],
    ...pageCollections
      // A collection of an institute's own may have no entries yet.
      .filter(({ base }) => base !== '' && described.some(({ file }) => file.startsWith(`${base.slice(1)}/`)))
      .map(({ base, ...definition }): [RegExp, string[]] => [
        new RegExp(`^${base.slice(1)}/.+`),
        [...('structuredData' in definition ? [definition.structuredData] : []), 'BreadcrumbList'],
      ]),
  ];

  const lacking = expected.flatMap(([path, types]) => {
    const pages = described.filter(({ file }) => path.test(file));
    const poor = pages.filter(({ file }) => types.some((type) => !typesOn(file).includes(type)));
    return pages.length === 0 ? [String(path)] : poor.map(({ file }) => file);
  });

  expect(lacking).toEqual([]);
  expect(typesOn('admissions.html')).toContain('FAQPage');
});

test('a course is described by its terms, fees and the institute behind it', () => {
  const course = described.find(({ file }) => file === 'courses/soil-science.html')?.things[0];

  expect(course).toMatchObject({
    courseCode: 'SOIL101',
    provider: { '@id': expect.stringMatching(/\/#institute$/) },
    offers: { price: 720, priceCurrency: 'GBP' },
    hasCourseInstance: expect.arrayContaining([
      expect.objectContaining({ courseMode: 'Online', maximumAttendeeCapacity: 60 }),
    ]),
  });
});
