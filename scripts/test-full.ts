import { globSync, readFileSync } from 'node:fs';
import { isSample } from '#test/sample-institute.ts';
import { findServices } from './find-services.ts';
import { buildIfNeeded } from './build-site.ts';
import { checkCode, checkFormat, checkTemplateTypes, lintTemplates } from './check-code.ts';
import { createTestRun, runInParallel, type Step } from './test-run.ts';

const { vitest, playwright, run } = createTestRun('.cache/test-full');

const steps: Step[] = [
  {
    name: 'services and build',
    run: () => runInParallel([findServices('full'), buildIfNeeded()]),
  },
  {
    name: 'lint, types and format of all files',
    run: () =>
      runInParallel([
        lintTemplates()
          .then(() => checkCode())
          .then(checkTemplateTypes),
        checkFormat(),
      ]),
  },
  { name: 'long tests', run: () => vitest('full') },
  { name: 'tests of npm test, on both databases and with new random values', run: repeatTests },
  { name: 'more HTTP tests', run: () => vitest('full-http') },
  { name: 'tests that build, or need the machine for themselves', run: () => vitest('full-alone') },
  // Run separately: in parallel with tests of the desk, those of the editor exceeded their timeouts.
  { name: 'more browser tests', run: () => playwright('full') },
];

/** Runs the tests of `npm test` that use a database or random values. */
async function repeatTests(): Promise<void> {
  const environment = { TEST_STORES: 'all', PROPERTY_SEED: 'fresh' };
  for (const [project, folder] of [
    ['unit', 'src'],
    ['http', 'test/http'],
  ] as const) {
    const only = globSync(`${folder}/**/*.test.ts`).filter((file) =>
      /\b(?:storeKinds|testOnStores)\b|'fast-check'/.test(readFileSync(file, 'utf8')),
    );
    await vitest(project, { only, environment });
  }
}

/** In CI, the tests run even without `CORPUS_DIR`, and then fail instead of being left out. */
const hasCorpus = process.env['CORPUS_DIR'] !== undefined || process.env['CI'] === 'true';
const onCorpus: Step = { name: 'tests on the real handbook', run: () => vitest('corpus') };

if (!isSample()) await run([], { notes: ['These tests need the sample’s content, so none ran.'] });
else if (hasCorpus) await run([...steps, onCorpus]);
else await run(steps, { notes: ['CORPUS_DIR is not set, so the tests in test/corpus were left out.'] });
