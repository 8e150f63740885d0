import { buildIfNeeded } from './build-site.ts';
import { listChangedFiles } from './list-changes.ts';
import { checkFormat, lint } from './check-code.ts';
import { createTestRun, runInParallel, type Step } from './test-run.ts';

const { vitest, run } = createTestRun('.cache/test-changed');

const files = listChangedFiles();
const code = files.filter((file) => /^(?:src|scripts|bench|test)\/.*\.(?:ts|json)$/.test(file));
const httpTests = files.filter((file) => /^test\/http\/.*\.test\.ts$/.test(file));

/** What a change in one capability needs: format, lint, the unit tests that reach a changed file, changed HTTP tests. */
const steps: Step[] = [
  {
    name: 'format, lint and unit tests of what changed',
    run: () =>
      runInParallel([
        checkFormat(files).then(() => lint({ isWhole: false })),
        code.length === 0 ? Promise.resolve() : vitest('unit', { related: code }),
      ]),
  },
  ...(httpTests.length === 0
    ? []
    : [
        {
          name: 'changed HTTP tests',
          run: async () => {
            await buildIfNeeded();
            await vitest('http', { only: httpTests });
          },
        },
      ]),
];

await run(steps, [
  `${files.length} files changed. Types, and HTTP and browser tests, are checked by \`npm test\`.`,
]);
