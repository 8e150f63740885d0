import { defineConfig } from 'vitest/config';

/** Tests that start servers of their own. */
const withServers = {
  setupFiles: ['./test/fail-on-console-error.ts'],
  testTimeout: 30_000,
  hookTimeout: 120_000,
};

/** `npm test` runs unit and http; `npm run test:full` runs full, and corpus where CORPUS_DIR is set. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{src,scripts,bench}/**/*.test.ts'],
          setupFiles: ['./test/fail-on-console-error.ts'],
          // Databases and builds of a busy machine take their time; a test that hangs still ends.
          testTimeout: 30_000,
          // They wait for disks and databases more than they compute.
          maxWorkers: 4,
          // Files share a worker and its modules, for 40 % less CPU: modules keep no state.
          isolate: false,
        },
      },
      {
        test: {
          ...withServers,
          name: 'http',
          include: ['test/http/**/*.test.ts'],
          sequence: { groupOrder: 1 },
          maxWorkers: 3,
        },
      },
      {
        test: {
          ...withServers,
          name: 'full',
          include: ['test/full/*.test.ts'],
          sequence: { groupOrder: 2 },
          // Builds and previews share Astro's folders.
          fileParallelism: false,
        },
      },
      {
        test: {
          ...withServers,
          name: 'corpus',
          include: ['test/corpus/**/*.test.ts'],
          sequence: { groupOrder: 3 },
          fileParallelism: false,
        },
      },
    ],
  },
});
