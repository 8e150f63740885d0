import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { client, described, type Described } from '#test/structured-data.ts';
import { readManifest } from '#lib/delivery/read-manifest.ts';

test('all structured data follows the schema.org vocabulary', { timeout: 60_000 }, () => {
  const things = described.flatMap(({ file, things: all }) => all.map((thing) => ({ file, thing })));

  const faults = faultsOf(things);

  expect(things.length).toBeGreaterThan(100);
  expect(faults).toEqual([]);
});

test('the check detects unknown properties and wrong types', { timeout: 60_000 }, () => {
  const course = described.find(({ file }) => file.startsWith('courses/soil-science'))?.things[0];

  const faults = faultsOf([
    { file: 'lacking', thing: { ...course!, coursecode: 'SOIL101' } },
    { file: 'wrong', thing: { ...course!, provider: { '@type': 'Schedule', byDay: 'Monday' } } },
  ]);

  expect(faults.map((fault) => fault.split(':')[0])).toEqual(['lacking', 'wrong']);
});

test('each page names a preview picture of the standard size', async () => {
  const files = new Map(readManifest('dist').files.map((each) => [each.path, each.file]));
  const pages = described.filter(({ file }) => !/^(404|429|500)\.html$/.test(file));

  const sizes = await Promise.all(
    pages.map(async ({ file }) => {
      const html = readFileSync(join(client, file), 'utf8');
      const picture = /<meta property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? '';
      const stored = files.get(new URL(picture).pathname) ?? 'missing';
      const { format, width, height } = await sharp(join('dist', stored)).metadata();
      return `${format} ${width} ${height}`;
    }),
  );

  expect(new Set(sizes)).toEqual(new Set(['jpeg 1200 630']));
});

/** Type-checks each object against the schema.org types. Returns the errors as `file: message`. */
function faultsOf(things: readonly { file: string; thing: Described }[]): string[] {
  const name = join(process.cwd(), 'structured-data.check.ts');
  const types = [...new Set(things.map(({ thing }) => thing['@type']))];
  const lines = things.map(({ thing }, at) => {
    // schema.org documents this notation for actions, but does not define it as a property.
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
