import { defineConfig } from 'vitest/config';

const setupFiles = ['./test/fail-on-console-error.ts', './test/property-seed.ts'];

/** `expect.poll` waits nearly as long as a test may take, so that a busy machine never ends a wait. */
const patience = (timeout: number) => ({ poll: { timeout, interval: 10 } });

/** Node loads the modules itself, as in production, and in less time than Vite. */
const loadedByNode = { experimental: { viteModuleRunner: false, nodeLoader: false } };

/** Options for tests that start servers. */
const withServers = {
  setupFiles,
  // On a busy machine, a test takes up to ten times as long.
  testTimeout: 180_000,
  hookTimeout: 240_000,
  expect: patience(170_000),
  ...loadedByNode,
};

/**
 * `npm test` runs unit and http. `npm run test:full` runs the others, corpus only if CORPUS_DIR is set, and those of unit
 * and http that use random values or a database, with new values and on PostgreSQL too.
 */
export default defineConfig({
  test: {
    // For the global setup.
    ...loadedByNode,
    globalSetup: ['./test/temporary-folder.ts', './test/stand-ins/shared-postgres.ts'],
    projects: [
      {
        test: {
          ...loadedByNode,
          name: 'unit',
          include: ['{src,scripts,bench}/**/*.test.ts'],
          setupFiles,
          // Long enough for databases on a busy machine.
          testTimeout: 60_000,
          expect: patience(50_000),
          // More workers than cores, because tests wait for disks and databases.
          maxWorkers: 4,
          // Test files share workers and modules, which have no state. This saves 40 % of the CPU time.
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
          // Test files in the same worker share the modules of the servers that they start.
          isolate: false,
        },
      },
      {
        test: {
          ...withServers,
          name: 'full',
          include: ['test/full/*.test.ts'],
          sequence: { groupOrder: 2 },
          maxWorkers: 3,
        },
      },
      {
        test: {
          ...withServers,
          name: 'full-http',
          include: ['test/full/http/*.test.ts'],
          sequence: { groupOrder: 3 },
          maxWorkers: 3,
          isolate: false,
        },
      },
      {
        test: {
          ...withServers,
          name: 'full-alone',
          include: ['test/full/alone/*.test.ts'],
          sequence: { groupOrder: 4 },
          // Builds and previews share Astro’s folders, and the test with 64 clients needs the whole machine.
          fileParallelism: false,
        },
      },
      {
        test: {
          ...withServers,
          name: 'corpus',
          include: ['test/corpus/**/*.test.ts'],
          sequence: { groupOrder: 5 },
          fileParallelism: false,
        },
      },
    ],
  },
});
