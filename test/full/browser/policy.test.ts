import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import { serveWithStandIn } from '#test/http/auth-site.ts';
import { newClient } from '#test/http/forms-site.ts';
import { geminiModel, startGemini, type GeminiStandIn } from '#test/stand-ins/gemini.ts';
import { startSiteverify, type SiteverifyStandIn } from '#test/stand-ins/siteverify.ts';

let site: Awaited<ReturnType<typeof serveWithStandIn>>;
let model: GeminiStandIn;
let verifier: SiteverifyStandIn;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  [model, verifier] = await Promise.all([startGemini(), startSiteverify()]);
  site = await serveWithStandIn({
    TRUSTED_PROXIES: 'loopback',
    GOOGLE_GENERATIVE_AI_API_KEY: 'x',
    CHAT_BASE_URL: model.url,
    CHAT_MODEL: geminiModel,
    ...verifier.settings,
  });
});

test.afterAll(async () => {
  await site.remove();
  await Promise.all([model.stop(), verifier.stop()]);
});

/** Collects policy violations and console errors of all pages in the context. */
async function watch(context: BrowserContext): Promise<string[]> {
  const found: string[] = [];
  await context.exposeFunction('tellViolation', (violation: string) => found.push(violation));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { tellViolation } = window as unknown as { tellViolation: (violation: string) => void };
      const { violatedDirective, blockedURI, sourceFile, sample } = event;
      tellViolation([location.pathname, violatedDirective, blockedURI, sourceFile, sample].join(' '));
    });
  });
  context.on('console', (message) => {
    const isExpected = /status of (400|401|404)/.test(message.text());
    if (message.type() === 'error' && !isExpected) found.push(`${message.page()?.url()}: ${message.text()}`);
  });
  context.on('weberror', (error) => found.push(error.error().message));
  await context.setExtraHTTPHeaders({ 'X-Forwarded-For': newClient() });
  return found;
}

/** The first page that a list links to. */
async function firstBelow(page: Page, list: string): Promise<string> {
  await page.goto(site.siteUrl + list);
  const link = page.locator(`main article a[href^="${list}/"]`).first();
  return (await link.getAttribute('href')) ?? '';
}

/** Every page in the sitemap. */
async function publishedPaths(page: Page): Promise<string[]> {
  const sitemap = await (await page.request.get(`${site.siteUrl}/sitemap-0.xml`)).text();
  return [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname);
}

test('no page of any template violates its policy', async ({ page, context }) => {
  test.setTimeout(process.env['EVERY_PAGE'] ? 3_600_000 : 90_000);
  const found = await watch(context);
  const details: string[] = [];
  for (const list of ['/courses', '/programs', '/handbook', '/news'])
    details.push(await firstBelow(page, list));

  const others = ['/', '/people', '/calendar', '/fees', '/auth', '/developers', '/search?q=soil', '/nowhere'];
  const onDemand = [
    '/courses/find?q=peat',
    '/courses/compare?code=SOIL101&code=HYD101',
    '/programs/compare?program=masters-land-and-water',
    '/register',
    '/register/received',
    '/register/confirm',
    '/register/correct',
    '/register/withdraw',
    '/newsletter',
    '/apply',
    '/apply/received',
    '/enquire',
    '/enquire/withdraw',
  ];
  const letters = ['/newsletter/received', '/newsletter/confirm', '/newsletter/unsubscribe', '/ask'];
  const files = ['/sitemap-index.xml', '/icon.svg', '/openapi.json', '/fees.md'];
  const all = process.env['EVERY_PAGE'] ? await publishedPaths(page) : [];
  for (const path of [...details, ...others, ...onDemand, ...letters, ...files, ...all]) {
    await page.goto(site.siteUrl + path, { waitUntil: 'load' });
  }

  expect(found).toEqual([]);
});

test('searching, copying a page and asking a question all work under the policy', async ({
  page,
  context,
}) => {
  const found = await watch(context);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const workers: string[] = [];
  page.on('worker', (worker) => workers.push(new URL(worker.url()).pathname));
  // Without a response from the search API, the dialog searches in the browser.
  await page.route('**/api/search?*', (route) => route.fulfill({ status: 204 }));
  await page.goto(`${site.siteUrl}/fees`);
  await page.locator('.page-actions summary').click();
  await page.getByRole('button', { name: 'Copy Markdown' }).click();
  await expect(page.locator('.page-actions [role="status"]')).not.toBeEmpty();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('soil');
  await expect(page.locator('[data-search-results] mark').first()).toBeVisible();
  await page.locator('[data-search-close]').click();

  await page.getByRole('button', { name: 'Ask' }).click();
  await page.getByRole('textbox', { name: 'Your question' }).fill('What does late work cost?');
  await page.keyboard.press('Enter');
  await expect(page.locator('.chat-turn')).toHaveAttribute('data-state', 'complete');

  expect(workers).toEqual(['/pagefind/pagefind-worker.js']);
  expect(found).toEqual([]);
});

test('the API reference shows its images and sends a request under its policy', async ({ page, context }) => {
  const found = await watch(context);
  await page.goto(`${site.siteUrl}/developers/reference`);
  const health = page.locator('#operations-Site-getHealth');
  await health.locator('.opblock-summary-control').click();
  await health.getByRole('button', { name: 'Try it out' }).click();
  await health.getByRole('button', { name: 'Execute' }).click();

  await expect(health.locator('.live-responses-table')).toContainText('"ok"');
  expect(found).toEqual([]);
});

test('the challenge widget loads on the first interaction, shows its frame and lets the form be sent', async ({
  page,
  context,
}) => {
  const found = await watch(context);
  await context.route('https://challenges.cloudflare.com/**', (route) =>
    route.fulfill(
      route.request().url().includes('api.js')
        ? {
            contentType: 'text/javascript',
            body: `window.turnstile = {
              render(place, { action, callback }) {
                place.innerHTML = '<iframe title="widget" src="https://challenges.cloudflare.com/frame"></iframe>';
                callback('good-1.' + action);
              },
              reset() {},
            };`,
          }
        : { contentType: 'text/html', body: '<p>I am no robot</p>' },
    ),
  );
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await page.goto(`${site.siteUrl}/newsletter`, { waitUntil: 'networkidle' });
  expect(requested.filter((url) => url.startsWith('https://challenges.'))).toEqual([]);

  await page.getByLabel('Email').fill('guarded@example.org');
  await expect(page.frameLocator('iframe').getByText('I am no robot')).toBeVisible();
  await page.getByRole('button', { name: 'Sign up' }).click();

  await expect(page).toHaveURL(/\/newsletter\/received$/);
  expect(found).toEqual([]);
});

test('staff sign in at the directory, see all staff pages and sign out', async ({ page, context }) => {
  const found = await watch(context);
  await page.goto(`${site.siteUrl}/staff`);
  await page.getByRole('button', { name: /sign in/i }).click();
  await page.getByRole('button', { name: /Rosalind Carver/ }).click();
  await expect(page).toHaveURL(`${site.siteUrl}/staff`);
  for (const path of ['registrations', 'sign-ups', 'places', 'questions', 'content', 'log', 'sign-out']) {
    await page.goto(`${site.siteUrl}/staff/${path}`);
    await expect(page.locator('h1')).toBeVisible();
  }

  await page.goto(`${site.siteUrl}/staff`);
  await page.locator('form[action="/staff/sign-out"] button').first().click();
  await expect(page).toHaveURL(/127\.0\.0\.1.*session\/end/);
  await page.getByRole('button', { name: /yes/i }).click();
  await expect(page).toHaveURL(`${site.siteUrl}/staff/signed-out`);
  expect(found.filter((text) => !text.startsWith(site.directory.issuer))).toEqual([]);
});

test('injected scripts do not run', async ({ page, context }) => {
  await context.route('**/fees', async (route) => {
    const response = await route.fetch();
    const injected = '<script>window.ran = 1</script><img src="x" onerror="window.ran = 2"></main>';
    const body = (await response.text()).replace('</main>', injected);
    await route.fulfill({ response, body });
  });
  await page.goto(`${site.siteUrl}/fees`);

  const outcome = await page.evaluate(() => {
    const refusals: string[] = [];
    for (const attempt of [
      () => (document.body.innerHTML = '<p>'),
      () => (document.createElement('script').src = '/pagefind/pagefind.js'),
      () => new Worker('/_astro/x.js'),
    ]) {
      try {
        attempt();
      } catch (error) {
        refusals.push((error as Error).name);
      }
    }
    return { ran: (window as { ran?: number }).ran, refusals };
  });

  expect(outcome).toEqual({ ran: undefined, refusals: ['TypeError', 'TypeError', 'TypeError'] });
});
