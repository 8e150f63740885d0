import { defineConfig } from '@playwright/test';
import { chromiumPath } from './test/chromium.ts';
import { freePort } from './test/ports.ts';

// Workers also load this file, and read the port from the environment.
const port = (process.env['BROWSER_TEST_PORT'] ??= String(await freePort()));

export default defineConfig({
  projects: [
    { name: 'browser', testDir: 'test/browser' },
    { name: 'full', testDir: 'test/full/browser' },
  ],
  outputDir: '.cache/test-results',
  globalSetup: './test/temporary-folder.ts',
  // Long enough on a busy machine, on which a test takes ten times as long.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  retries: 0,
  workers: 2,
  reporter: [
    ['list'],
    ['./test/playwright-reporter.ts'],
    ...(process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ? [['json'] as const] : []),
  ],
  use: {
    baseURL: `http://localhost:${port}`,
    launchOptions: {
      executablePath: chromiumPath(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: {
    command: 'node --disable-warning=ExperimentalWarning src/app/server.ts',
    url: `http://localhost:${port}/api/health`,
    env: {
      SITE_URL: 'http://localhost:4321',
      PORT: port,
      HOST: 'localhost',
      PUBLISHER: 'off',
      ENCODER: 'off',
    },
    reuseExistingServer: false,
    stdout: 'ignore',
  },
});
