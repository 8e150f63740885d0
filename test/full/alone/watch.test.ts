import { chromium } from '@playwright/test';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { chromiumPath } from '#test/chromium.ts';
import { freePort, untilListening } from '#test/ports.ts';
import { untilPage } from '#test/watched-page.ts';
import { makeFolder } from '#test/temporary-folder.ts';
import { buildIfCodeChanged } from '../../../scripts/build-site.ts';

// Runs the whole command, and a real browser, which reloads pages.

const page = (body: string) =>
  `---\ntitle: Trial\nsummary: A page that a writer is working on.\n---\n\n${body}\n`;

// Otherwise the command would build with the settings of the test.
beforeAll(() => buildIfCodeChanged(), 240_000);

/** Starts the command on a copy of the content. @returns `trial`, a file that it does not have yet */
async function startWatch() {
  const folder = makeFolder();
  const contentDir = join(folder, 'content');
  cpSync('src/content', contentDir, { recursive: true });
  const port = await freePort();
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'scripts/watch.ts'], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: join(folder, 'data'),
      CONTENT_DIR: contentDir,
      ENCODER: 'off',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  // Ends when the last process that has this output has ended.
  const output = text(child.stdout);
  await untilListening(port, child);
  const trial = join(contentDir, 'pages/trial.mdx');
  return { child, ended, output, trial, origin: `http://localhost:${port}` };
}

test('an open page shows a save, and a problem until it is fixed, without an error in the console', async () => {
  const { origin, trial } = await startWatch();
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  onTestFinished(() => browser.close());
  const errors: string[] = [];
  writeFileSync(trial, page('The first text.'));
  await untilPage(origin, '/trial', ({ html }) => html.includes('The first text.'));
  const tab = await browser.newPage();
  tab.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await tab.goto(`${origin}/trial`);

  writeFileSync(trial, page('The second text.'));
  await tab.getByText('The second text.').waitFor();
  writeFileSync(trial, page('A { alone.'));
  const banner = tab.getByRole('region', { name: 'Preview' });
  await banner.waitFor();
  const shown = await banner.textContent();
  const colour = await banner.evaluate((element) => getComputedStyle(element).backgroundColor);
  const kept = await tab.getByText('The second text.').isVisible();
  writeFileSync(trial, page('All is well.'));
  await tab.getByText('All is well.').waitFor();

  expect(await banner.count()).toBe(0);
  expect(shown).toContain('pages/trial.mdx:6');
  expect(shown).toContain('write \\{');
  expect([kept, colour]).toEqual([true, 'rgb(251, 224, 168)']);
  expect(errors).toEqual([]);
});

test('Ctrl-C ends the server, its publisher and open pages', async () => {
  const { child, ended, output, origin } = await startWatch();
  const events = await fetch(`${origin}/.watch/events?path=/`);

  child.kill('SIGINT');
  const [code] = (await ended) as [number | null];

  expect(code).toBe(0);
  expect(await output).toMatch(/listening on http:\/\/localhost:\d+/);
  await expect(text(events.body!)).rejects.toThrow();
});
