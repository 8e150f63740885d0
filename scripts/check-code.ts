import { listChangedFiles } from './list-changes.ts';
import { runCommand } from './run-command.ts';
import { modulePath } from './test-run.ts';

const linted = /\.(?:ts|mjs|js|astro)$/;

/** Lints the changed files, or all files with `isWhole`. */
export async function lint({ isWhole }: { isWhole: boolean }): Promise<void> {
  const files = isWhole ? ['.'] : listChangedFiles().filter((file) => linted.test(file));
  if (files.length === 0) return;
  const options = ['--cache', '--cache-location', '.cache/eslint/', '--no-warn-ignored'];
  await runCommand(modulePath('eslint/bin/eslint.js'), [...options, ...files]);
}

/** Checks the types of all files, and rules that need types. This needs the types that a build generates. */
export async function checkTypes(): Promise<void> {
  await checkTypesOf([]);
  // Oxlint cannot read .astro files.
  const levels = ['--minimumSeverity', 'hint', '--minimumFailingSeverity', 'warning'];
  await runCommand(modulePath('@astrojs/check/bin/astro-check.js'), [
    ...levels,
    '--tsconfig',
    'tsconfig.astro.json',
  ]);
}

/** Checks the types, and rules that need types, of the given TypeScript files, or of all. */
export function checkTypesOf(files: readonly string[]): Promise<void> {
  const typed = files.filter((file) => file.endsWith('.ts'));
  if (files.length > 0 && typed.length === 0) return Promise.resolve();
  return runCommand(modulePath('oxlint/bin/oxlint'), ['--no-error-on-unmatched-pattern', ...typed]);
}

/** Checks the format of the given files, or of all files. */
export async function checkFormat(files: readonly string[] = ['.']): Promise<void> {
  if (files.length === 0) return;
  await runCommand(modulePath('oxfmt/bin/oxfmt'), ['--check', '--no-error-on-unmatched-pattern', ...files]);
}
