import { buildIfNeeded } from './build-site.ts';
import { listChangedFiles } from './list-changes.ts';
import { checkCode, checkFormat, lintTemplates } from './check-code.ts';
import { createTestRun, runInParallel, type Step } from './test-run.ts';

const { vitest, playwright, run } = createTestRun('.cache/test-changed');

const named = process.argv.slice(2);
const files = named.length > 0 ? named : listChangedFiles();
const testsIn = (folder: string) =>
  files.filter((file) => file.startsWith(`${folder}/`) && file.endsWith('.test.ts'));
const code = files.filter((file) => /^(?:src|scripts|bench|test)\/.*\.(?:ts|json)$/.test(file));
const served = [
  { tests: testsIn('test/http'), run: vitest, project: 'http' },
  { tests: testsIn('test/full/http'), run: vitest, project: 'full-http' },
  { tests: testsIn('test/browser'), run: playwright, project: 'browser' },
  { tests: testsIn('test/full/browser'), run: playwright, project: 'full' },
].filter(({ tests }) => tests.length > 0);

/**
 * The steps for a change in one capability: format, lint, the unit tests that import a changed file, and changed HTTP
 * and browser tests. File names as arguments replace the list of changed files.
 */
const steps: Step[] = [
  {
    name: 'format, lint and unit tests of what changed',
    run: () =>
      runInParallel([
        checkFormat(files)
          .then(() => lintTemplates(files))
          .then(() => checkCode(files)),
        code.length === 0 ? Promise.resolve() : vitest('unit', { related: code }),
      ]),
  },
];
if (served.length > 0) {
  steps.push({
    name: 'changed HTTP and browser tests',
    async run() {
      await buildIfNeeded();
      for (const { tests, run: runTests, project } of served) await runTests(project, { only: tests });
    },
  });
}

await run(steps, {
  notes: [
    `${files.length} files changed. Types of other files, and other HTTP and browser tests, are checked by \`npm test\` and \`npm run test:full\`.`,
  ],
});
