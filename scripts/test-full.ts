import { site } from '#site';
import { findServices } from './find-services.ts';
import { buildIfNeeded, createTestRun, sideBySide, type Step } from './test-run.ts';

const { vitest, playwright, run } = createTestRun('.cache/test-full');

const steps: Step[] = [
  {
    name: 'services and build',
    run: () => sideBySide([findServices('full'), buildIfNeeded()]),
  },
  { name: 'long tests', run: () => vitest('full') },
  { name: 'long browser tests', run: () => playwright('full') },
];

/** In CI these tests fail without the handbook, so that they can't go missing there. */
const hasCorpus = process.env['CORPUS_DIR'] !== undefined || process.env['CI'] === 'true';
const onCorpus: Step = { name: 'tests on the real handbook', run: () => vitest('corpus') };

if (!site.isSample) await run([], ['These tests ask for the sample’s courses: none was run.']);
else if (hasCorpus) await run([...steps, onCorpus]);
else await run(steps, ['CORPUS_DIR is not set: the tests of test/corpus were left out.']);
