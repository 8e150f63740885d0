import { listChangedFiles } from './list-changes.ts';
import { runCommand } from './run-command.ts';
import { modulePath } from './test-run.ts';

const linted = /\.(?:ts|mjs|js|astro)$/;

/**
 * Lints the changed files, or all files with `isWhole`. Rules that need types, and so the types that a build generates, are
 * Oxlint's: it takes a quarter of the time that ESLint takes for them.
 */
export async function lint({ isWhole }: { isWhole: boolean }): Promise<void> {
  const files = isWhole ? ['.'] : listChangedFiles().filter((file) => linted.test(file));
  if (files.length === 0) return;
  const options = ['--cache', '--cache-location', '.cache/eslint/', '--no-warn-ignored'];
  await runCommand(modulePath('eslint/bin/eslint.js'), [...options, ...files]);
  await runCommand(
    modulePath('oxlint/bin/oxlint'),
    isWhole ? [] : ['--no-error-on-unmatched-pattern', ...files],
  );
}

/** Checks the types of all files, which needs the types that a build generates. */
export function checkTypes(): Promise<void> {
  const levels = ['--minimumSeverity', 'hint', '--minimumFailingSeverity', 'warning'];
  return runCommand(modulePath('@astrojs/check/bin/astro-check.js'), levels);
}

/** Checks the format of the given files, or of all files. */
export async function checkFormat(files: readonly string[] = ['.']): Promise<void> {
  if (files.length === 0) return;
  const options = ['--check', '--log-level', 'warn', '--ignore-unknown'];
  await runCommand(modulePath('prettier/bin/prettier.cjs'), [...options, ...files]);
}
