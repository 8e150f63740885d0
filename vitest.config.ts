import { defineConfig } from 'vitest/config';

/**
 * Half of the tests over HTTP, as time goes, to run beside the others. Builds and previews share Astro's folders:
 * whatever makes one is here, and they wait for each other.
 */
const besides = [
  ...['auth-build', 'rebuild', 'site', 'dev', 'delivery-dev', 'demo', 'static-export'],
  ...['chat-connections', 'fuzz', 'idle-connections', 'lighthouse', 'life-cycle', 'outages'],
].map((name) => `test/http/${name}.test.ts`);

/** What holds for an institute's own content too. */
const anyInstitute = 'test/http/any-institute.test.ts';

const overHttp = {
  fileParallelism: false,
  sequence: { groupOrder: 1 },
  setupFiles: ['./test/fail-on-console-error.ts'],
  testTimeout: 30_000,
  hookTimeout: 120_000,
};

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{src,scripts,bench}/**/*.test.ts'],
          // Databases and builds of a busy machine take their time; a test that hangs still ends.
          testTimeout: 30_000,
          setupFiles: ['./test/fail-on-console-error.ts'],
          // They wait for disks and databases more than they compute.
          maxWorkers: 4,
        },
      },
      {
        test: {
          ...overHttp,
          name: 'http',
          include: ['test/http/**/*.test.ts'],
          exclude: [...besides, anyInstitute],
        },
      },
      { test: { ...overHttp, name: 'http-besides', include: [...besides, anyInstitute] } },
      { test: { ...overHttp, name: 'http-any-institute', include: [anyInstitute] } },
    ],
  },
});
