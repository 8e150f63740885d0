import { defineConfig } from '@playwright/test';

const port = 43_917;

export default defineConfig({
  testDir: 'test/browser',
  outputDir: '.cache/test-results',
  forbidOnly: true,
  retries: 0,
  workers: 2,
  reporter: [['list'], ['json']],
  use: {
    baseURL: `http://localhost:${port}`,
    launchOptions: {
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
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
    env: { PORT: String(port), HOST: 'localhost' },
    reuseExistingServer: false,
    stdout: 'ignore',
  },
});
