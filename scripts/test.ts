import { isSample } from '#test/sample-institute.ts';
import { findServices } from './find-services.ts';
import { runCommand } from './run-command.ts';
import { updateBuild } from './build-site.ts';
import { checkCode, checkFormat, checkTemplateTypes, lintTemplates } from './check-code.ts';
import { createTestRun, runInParallel, type Step } from './test-run.ts';

const { vitest, playwright, run } = createTestRun('.cache/test');

async function checkFiles(): Promise<void> {
  await runCommand('scripts/complete-lockfile.ts', ['--check']);
  await runCommand('src/command/check-content.ts', []);
  await checkFormat();
}

let isBuilt = false;

async function build(): Promise<void> {
  // Without pictures that take long, which only `npm run test:full` needs.
  await updateBuild();
  isBuilt = true;
}

/** On a site with other content, tests of the sample's courses and people are left out. */
const { unit, http, isBrowserTested } = isSample()
  ? { unit: {}, http: {}, isBrowserTested: true }
  : {
      unit: { excluded: ['src/sample-*.test.ts'] },
      http: { only: ['any-institute'] },
      isBrowserTested: false,
    };

const steps: Step[] = [
  { name: 'services', run: () => findServices('test') },
  {
    name: 'build, checks and unit tests',
    // Unit tests need no build, and the build alone leaves a core idle. Types need those that the build generates.
    run: () =>
      runInParallel([
        build().then(() => runInParallel([checkCode(), checkTemplateTypes()])),
        checkFiles().then(() => lintTemplates()),
        vitest('unit', unit),
      ]),
  },
  {
    name: 'HTTP and browser tests',
    canRun: () => isBuilt,
    // In parallel, because neither uses all cores.
    run: () => runInParallel([vitest('http', http), ...(isBrowserTested ? [playwright('browser')] : [])]),
  },
];

await run(steps, {
  notes: isSample()
    ? []
    : ['This is not the sample site with its content, so the tests of its content were left out.'],
  deadline: 600_000,
});
