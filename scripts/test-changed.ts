import { buildIfNeeded } from './build-site.ts';
import { listChangedFiles } from './list-changes.ts';
import { checkFormat, lint } from './check-code.ts';
import { createTestRun, runInParallel, type Step } from './test-run.ts';

const { vitest, playwright, run } = createTestRun('.cache/test-changed');

const named = process.argv.slice(2);
const files = named.length > 0 ? named : listChangedFiles();
const testsIn = (folder: string) =>
  files.filter((file) => file.startsWith(`${folder}/`) && file.endsWith('.test.ts'));
const code = files.filter((file) => /^(?:src|scripts|bench|test)\/.*\.(?:ts|json)$/.test(file));
const [httpTests, browserTests] = [testsIn('test/http'), testsIn('test/browser')];

/**
 * What a change in one capability needs: format, lint, the unit tests that reach a changed file, changed HTTP and browser
 * tests. The command takes names of files in place of the changed ones.
 */
const steps: Step[] = [
  {
    name: 'format, lint and unit tests of what changed',
    run: () =>
      runInParallel([
        checkFormat(files).then(() => lint({ isWhole: false })),
        code.length === 0 ? Promise.resolve() : vitest('unit', { related: code }),
      ]),
  },
];
if (httpTests.length + browserTests.length > 0) {
  steps.push({
    name: 'changed HTTP and browser tests',
    async run() {
      await buildIfNeeded();
      if (httpTests.length > 0) await vitest('http', { only: httpTests });
      if (browserTests.length > 0) await playwright('browser', { only: browserTests });
    },
  });
}

await run(steps, [
  `${files.length} files changed. Types, and other HTTP and browser tests, are checked by \`npm test\`.`,
]);
