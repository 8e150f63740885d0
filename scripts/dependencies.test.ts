import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

type Package = Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>> & {
  allowScripts: Record<string, boolean>;
};
type Installed = { name?: string; license?: string | { type: string } };

const { dependencies, devDependencies, optionalDependencies, allowScripts } = JSON.parse(
  readFileSync('package.json', 'utf8'),
) as Package;
const all = { ...dependencies, ...devDependencies, ...optionalDependencies };
const page = readFileSync('docs/dependencies.md', 'utf8');
const accepted =
  /\b(MIT|MIT-0|ISC|BSD(-[23]-Clause)?|Apache-2\.0|MPL-2\.0|OFL-1\.1|CC0-1\.0|CC-BY-[34]\.0|Python-2\.0|Unlicense|BlueOak-1\.0\.0|0BSD|WTFPL|LGPL-3\.0(-or-later)?)\b/;

test('docs/dependencies.md lists exactly the installed packages', () => {
  const rows = page.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| ---'));
  const named = rows.flatMap((row) => (row.split('|')[1] ?? '').split(',').map((name) => name.trim()));

  expect(named.filter((name) => name !== 'package').toSorted()).toEqual(Object.keys(all).toSorted());
});

test('every version is pinned exactly', () => {
  const loose = Object.entries(all).filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version));

  expect(loose).toEqual([]);
});

test('install scripts are off, and every package that has one is listed', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { hasInstallScript?: boolean }>;
  };
  const withScript = Object.entries(packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([folder]) => folder.replace(/^.*node_modules\//, ''));

  expect(readFileSync('.npmrc', 'utf8')).toMatch(/^ignore-scripts=true$/m);
  expect(allowScripts).toEqual(Object.fromEntries(withScript.map((name) => [name, false])));
});

test('every installed package has an accepted licence', () => {
  const packages = globSync('node_modules/{*,@*/*}/package.json').map(
    (file) => JSON.parse(readFileSync(file, 'utf8')) as Installed,
  );

  const others = packages.flatMap(({ name, license }) => {
    const licence = typeof license === 'string' ? license : (license?.type ?? '');
    return name === undefined || accepted.test(licence) ? [] : `${name}: ${licence || 'no licence'}`;
  });

  expect(packages.length).toBeGreaterThan(300);
  expect(others).toEqual([]);
});
