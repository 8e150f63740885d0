import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { makeInstituteFolder, runIn } from '#test/new-institute-folder.ts';
import { reportData } from '#test/report-data.ts';

const runImport = (...args: string[]) => runIn('.', [resolve('scripts/import.ts'), ...args]);

test('an import that finds no page says so and ends with exit code 1', () => {
  const folder = makeInstituteFolder();
  mkdirSync(join(folder, 'empty'));

  const { output, status } = runImport('html', join(folder, 'empty'), folder);

  expect(output).toContain('lectern: no page was imported: there is none in');
  expect(status).toBe(1);
});

test('each part of an export has a report that the next part does not replace', () => {
  const folder = makeInstituteFolder();

  const runs = ['part1', 'part2'].map((name) =>
    runImport('wordpress', reportData(`import-wp-parts/${name}.xml`), folder),
  );

  const reports = join(folder, 'imports/wordpress/reports');
  expect(runs.map(({ status }) => status)).toEqual([0, 0]);
  expect(readdirSync(reports)).toEqual(['part1.xml.md', 'part2.xml.md']);
  expect(readFileSync(join(reports, 'part1.xml.md'), 'utf8')).toContain('`/news/alpha`');
  expect(readFileSync(join(folder, 'imports/wordpress/report.md'), 'utf8')).toContain('`/news/beta`');
});
