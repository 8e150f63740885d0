import { runCommand } from './run-command.ts';
import { modulePath } from './test-run.ts';

/** Lints the templates of the given files, or of all. */
export async function lintTemplates(files: readonly string[] = ['src']): Promise<void> {
  const templates = files.filter((file) => file === 'src' || file.endsWith('.astro'));
  if (templates.length > 0) await runCommand(modulePath('eslint/bin/eslint.js'), [...templates]);
}

/** Lints and checks the types of the given files, or of all. */
export async function checkCode(files: readonly string[] = ['.']): Promise<void> {
  if (files.length === 0) return;
  await runCommand(modulePath('oxlint/bin/oxlint'), ['--no-error-on-unmatched-pattern', ...files]);
}

/** Checks the types of `.astro` files, which Oxlint cannot read. This needs the types that a build generates. */
export function checkTemplateTypes(): Promise<void> {
  const levels = ['--minimumSeverity', 'hint', '--minimumFailingSeverity', 'warning'];
  return runCommand(modulePath('@astrojs/check/bin/astro-check.js'), [
    ...levels,
    '--tsconfig',
    'tsconfig.astro.json',
  ]);
}

/** Checks the format of the given files, or of all files. */
export async function checkFormat(files: readonly string[] = ['.']): Promise<void> {
  if (files.length === 0) return;
  await runCommand(modulePath('oxfmt/bin/oxfmt'), ['--check', '--no-error-on-unmatched-pattern', ...files]);
}
