import { gzipSync } from 'node:zlib';
import { expect, test, type Page } from '@playwright/test';
import { newClient, serveForms, type FormsSite } from '#test/http/forms-site.ts';
import { geminiModel, startGemini, type GeminiStandIn } from '#test/stand-ins/gemini.ts';
import { axeFaults } from '#test/browser/page-problems.ts';

let model: GeminiStandIn;
let site: FormsSite;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  model = await startGemini();
  Object.assign(model.delays, { first: 100, between: 40 });
  site = await serveForms({
    GOOGLE_GENERATIVE_AI_API_KEY: 'x',
    CHAT_BASE_URL: model.url,
    CHAT_MODEL: geminiModel,
  });
});

test.afterAll(async () => {
  await site.remove();
  await model.stop();
});

/** Gives each test its own IP address, and so its own rate limits. */
test.beforeEach(async ({ context }) => {
  model.behave('quotes');
  await context.setExtraHTTPHeaders({ 'X-Forwarded-For': newClient() });
});

const question = 'What does late work cost?';
const turns = (page: Page) => page.locator('.chat-turn');
const field = (page: Page) => page.getByRole('textbox', { name: 'Your question' });

async function ask(page: Page, words: string): Promise<void> {
  await field(page).fill(words);
  await field(page).press('Enter');
}

async function openPanel(page: Page, path: string): Promise<void> {
  await page.goto(`${site.origin}${path}`);
  await page.getByRole('button', { name: 'Ask' }).click();
  await expect(page.getByRole('dialog', { name: 'Ask this website' })).toBeVisible();
}

/** The start of the visible answer. */
async function firstWords(page: Page): Promise<string> {
  return (await page.locator('.chat-answer').first().innerText()).slice(0, 20);
}

/** Every URL that the chat links to or loads. */
function addressesIn(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('.chat a, .chat img, .chat iframe, .chat script')].map(
      (node) => node.getAttribute('href') ?? node.getAttribute('src') ?? '',
    ),
  );
}

test('a keyboard user asks a question, follows a source to its heading, and finds the conversation there', async ({
  page,
  context,
}) => {
  await page.goto(`${site.origin}/courses`);
  const launcher = page.getByRole('button', { name: 'Ask' });
  await launcher.focus();
  await page.keyboard.press('Space');
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(launcher).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type('What does');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('late work cost?');
  await expect(field(page)).toHaveValue('What does\nlate work cost?');
  await page.keyboard.press('Enter');

  await expect(turns(page)).toHaveAttribute('data-state', 'complete');
  await expect(field(page)).toBeFocused();
  await expect(turns(page).locator('.chat-answer .chat-citation').first()).toBeVisible();
  await expect(page.locator('[data-chat-log]')).toContainText(await firstWords(page));
  const answer = await turns(page).locator('.chat-answer').textContent();
  const source = page.locator('.chat-source[href*="#"]').filter({ visible: true }).first();
  const { pathname, hash } = new URL((await source.getAttribute('href'))!);
  await source.click();
  await expect(page).toHaveURL(`${site.origin}${pathname}${hash}`);
  await expect(page.locator(`[id="${decodeURIComponent(hash.slice(1))}"]`)).toBeInViewport();

  await page.reload();
  await page.getByRole('button', { name: 'Ask' }).click();
  await expect(turns(page).locator('.chat-answer')).toHaveText(answer!);
  const other = await context.newPage();
  await openPanel(other, '/courses');
  await expect(turns(other)).toHaveCount(0);
  await page.getByRole('button', { name: 'New conversation' }).click();
  await expect(turns(page)).toHaveCount(0);
  await expect(page.getByRole('group', { name: 'You could ask' })).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
});

test('a suggested question is answered', async ({ page }) => {
  await openPanel(page, '/courses');

  await page.getByRole('button', { name: 'How do I get more time for a piece of work?' }).click();

  await expect(turns(page)).toHaveAttribute('data-state', 'complete');
  await expect(turns(page).locator('.chat-citation')).not.toHaveCount(0);
});

test('a source on the same page closes the panel', async ({ page }) => {
  await openPanel(page, '/handbook/assessment/late-work-and-extensions');

  await ask(page, question);
  await expect(turns(page)).toHaveAttribute('data-state', 'complete');
  await page.locator('.chat-citation[href*="/late-work-and-extensions#"]').first().click();

  await expect(page.getByRole('dialog', { name: 'Ask this website' })).toBeHidden();
  await expect(page).toHaveURL(/late-work-and-extensions#/);
});

test('stopping keeps the text, aborts the model call, and offers a retry', async ({ page }) => {
  model.behave('slow');
  await page.goto(`${site.origin}/ask`);
  await ask(page, question);
  await expect(turns(page).locator('.chat-answer')).not.toBeEmpty();

  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(turns(page)).toHaveAttribute('data-state', 'stopped');
  await expect(field(page)).toBeFocused();
  await expect.poll(() => model.requests.at(-1)?.isAborted).toBe(true);
  model.behave('quotes');
  await page.getByRole('button', { name: 'Try again' }).click();

  await expect(turns(page)).toHaveCount(1);
  await expect(turns(page)).toHaveAttribute('data-state', 'complete');
});

test('live regions announce the complete answer once and not the streamed text', async ({ page }) => {
  model.behave('slow');
  await page.goto(`${site.origin}/ask`);
  await page.evaluate(() => {
    const announced: string[] = [];
    Object.assign(window, { announced });
    const live = '[aria-live], [role="log"], [role="status"], [role="alert"]';
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const region = target instanceof Element ? target.closest(live) : target.parentElement?.closest(live);
        if (region && region.textContent !== '') announced.push(region.textContent);
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });

  await ask(page, question);
  await expect(turns(page)).toHaveAttribute('data-state', 'complete', { timeout: 15_000 });

  const announced = await page.evaluate(() => (window as unknown as { announced: string[] }).announced);
  expect(announced).toHaveLength(2);
  expect(announced[1]).toContain(await firstWords(page));
});

test('an interrupted answer is kept with a message', async ({ page }) => {
  model.behave('cut-off');
  await page.goto(`${site.origin}/ask`);
  await expect(page.locator('.chat-about')).toContainText('stand-in: quotes only');

  await ask(page, question);

  await expect(turns(page)).toHaveAttribute('data-state', 'cut-off');
  await expect(turns(page).locator('.chat-state')).not.toBeEmpty();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
});

test('a rate-limited question stays in the field with the time to wait', async ({ page, request }) => {
  const client = { 'X-Forwarded-For': newClient() };
  await page.setExtraHTTPHeaders(client);
  await page.goto(`${site.origin}/ask`);
  for (let count = 0; count < 20; count += 1) {
    await request.post(`${site.origin}/api/chat`, { data: {}, headers: client });
  }

  await ask(page, question);

  await expect(page.getByRole('alert')).toContainText(/in (9|10) minutes, at \d/);
  await expect(field(page)).toHaveValue(question);
  await expect(turns(page)).toHaveCount(0);
});

test('a question that cannot reach the site stays in its field', async ({ page, context }) => {
  await page.goto(`${site.origin}/ask`);

  await context.setOffline(true);
  await ask(page, question);
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(field(page)).toHaveValue(question);
  await context.setOffline(false);
  await field(page).press('Enter');

  await expect(turns(page)).toHaveAttribute('data-state', 'complete');
  await expect(page.getByRole('alert')).toBeHidden();
});

test('falls back to search with the same question when the chat is unavailable', async ({ page }) => {
  await openPanel(page, '/courses');
  await page.route('**/api/chat', (route) =>
    route.fulfill({
      status: 503,
      json: { error: { code: 'CHAT_UNAVAILABLE', message: 'Not now.', resolution: 'Use /api/search.' } },
    }),
  );

  await ask(page, question);
  const search = page.getByRole('searchbox', { name: 'Search the site' });
  await expect(search).toHaveValue(question);
  await expect(search).toBeFocused();
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL(/\/search\?q=What\+does/);
});

test('injected links, images and markup in the stream do not reach the page', async ({ page }) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  page.on('dialog', (dialog) => requested.push(`dialog: ${dialog.message()}`));
  // The server removes these too; this test bypasses it.
  await page.route('**/api/chat', async (route) => {
    const injected = [
      '[here](https://evil.example/a) <a href="https://evil.example/b">x</a> ![p](https://evil.example/c.png)\n\n',
      '<img src="https://evil.example/d.png" onerror="alert(1)"><script>alert(2)</script>\n\n',
      '[s](javascript:alert(3)) [t](//evil.example/e) <https://evil.example/f> [u][v]\n\n[v]: https://evil.example/g',
    ];
    const frames = [
      { type: 'start', messageMetadata: { notice: '<b>bold</b>' } },
      { type: 'source-url', sourceId: '1', url: `${site.origin}/fees#paying`, title: '<i>Fees</i>' },
      { type: 'source-url', sourceId: '2', url: 'javascript:alert(4)', title: 'x' },
      ...injected.map((delta) => ({ type: 'text-delta', id: 'a', delta })),
      { type: 'text-delta', id: 'a', delta: '\n\nSee [fees](/fees) [1] [2].' },
      { type: 'finish' },
    ];
    const body = [...frames.map((frame) => JSON.stringify(frame)), '[DONE]'];
    await route.fulfill({
      contentType: 'text/event-stream',
      body: body.map((one) => `data: ${one}\n\n`).join(''),
    });
  });
  await page.goto(`${site.origin}/ask`);
  const before = await addressesIn(page);

  await ask(page, 'Show me.');
  await expect(turns(page)).toHaveAttribute('data-state', 'complete');

  expect(new Set((await addressesIn(page)).filter((address) => !before.includes(address)))).toEqual(
    new Set([`${site.origin}/fees`, `${site.origin}/fees#paying`]),
  );
  await expect(turns(page).locator('img, script, iframe, b, i, [onerror]')).toHaveCount(0);
  expect(requested.filter((address) => !address.startsWith(site.origin))).toEqual([]);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the page and the panel have no axe violations in ${colorScheme} colours`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const check = async (what: string) => expect(await axeFaults(page), what).toEqual([]);

    await page.goto(`${site.origin}/ask`);
    await check('the empty page');
    await ask(page, question);
    await expect(turns(page)).toHaveAttribute('data-state', 'complete');
    await check('the answered page');
    await openPanel(page, '/courses');
    await check('the panel');
  });
}

test('neither page nor panel scrolls sideways on the narrowest phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const overflow = () =>
    page.evaluate(() => {
      const boxes = [document.documentElement, ...document.querySelectorAll('.chat-panel, .chat-panel-body')];
      return Math.max(...boxes.map((box) => box.scrollWidth - box.clientWidth));
    });

  await page.goto(`${site.origin}/ask`);
  await ask(page, `${question} ${'o'.repeat(200)}`);
  await expect(turns(page)).toHaveAttribute('data-state', 'complete');
  expect(await overflow()).toBeLessThanOrEqual(0);
  await openPanel(page, '/courses');
  expect(await overflow()).toBeLessThanOrEqual(0);
  expect(await page.locator('.chat-panel').evaluate((panel) => panel.clientWidth)).toBe(320);
});

test('the chat scripts stay small and load only when the chat is opened', async ({ page }) => {
  const loaded: { url: string; size: number }[] = [];
  page.on('response', async (response) => {
    const { pathname } = new URL(response.url());
    // Prefetched pages have no body in this event.
    if (/\.(js|css)$/.test(pathname))
      loaded.push({ url: pathname, size: gzipSync(await response.body()).length });
  });
  await page.goto(`${site.origin}/about`);
  const html = await (await page.request.get(`${site.origin}/about`)).text();
  const launcher = [...html.matchAll(/<script type="module">([^]*?)<\/script>/g)].filter(([, script = '']) =>
    script.includes('data-chat-launcher'),
  );
  await page.waitForLoadState('networkidle');
  // Counts only the chat's files from here.
  loaded.length = 0;
  expect(launcher).toHaveLength(1);
  expect(gzipSync(launcher[0]![1]!).length).toBeLessThan(1_000);

  await page.getByRole('button', { name: 'Ask' }).click();
  await expect(field(page)).toBeVisible();
  await expect.poll(() => loaded.filter(({ url }) => url.endsWith('.js')).length).toBeGreaterThan(0);

  const scripts = loaded.filter(({ url }) => url.endsWith('.js'));
  expect(scripts.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(12_000);
});

test('without a model the page and the panel show the search', async ({ page, baseURL }) => {
  await page.goto(`${baseURL}/ask?q=soil`);
  await expect(field(page)).toHaveCount(0);
  await expect(page.getByRole('searchbox')).toHaveValue('soil');

  await page.goto(`${baseURL}/courses`);
  await page.getByRole('button', { name: 'Ask' }).click();
  await page.getByRole('dialog', { name: 'Ask this website' }).getByRole('searchbox').fill('peat');
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL(/\/search\?q=peat$/);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the launcher leads to a page with an explanation and the search', async ({ page }) => {
    await page.goto(`${site.origin}/courses`);
    await page.getByRole('link', { name: 'Ask', exact: false }).first().click();

    await expect(page).toHaveURL(/\/ask$/);
    await expect(field(page)).toBeHidden();
    await page.getByRole('searchbox').fill('peat');
    await page.getByRole('searchbox').press('Enter');

    await expect(page).toHaveURL(/\/search\?q=peat$/);
  });
});
