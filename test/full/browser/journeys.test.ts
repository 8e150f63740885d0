import { expect, test, type Page } from '@playwright/test';
import { newClient, oneCourse, registration, serveForms, type FormsSite } from '#test/http/forms-site.ts';
import { geminiModel, startGemini, type GeminiStandIn } from '#test/stand-ins/gemini.ts';
import { tabTo } from '#test/browser/keyboard.ts';
import { layoutFaults } from '#test/browser/page-problems.ts';

let model: GeminiStandIn;
let site: FormsSite;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  model = await startGemini();
  model.behave('quotes');
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
  await context.setExtraHTTPHeaders({ 'X-Forwarded-For': newClient() });
});

async function expectCourse(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/courses\/[a-z-]+/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await layoutFaults(page)).toEqual([]);
}

/** Registers from a course's page by keyboard alone, with an error on the first attempt. */
async function register(page: Page): Promise<void> {
  const { studentNumber } = registration();
  await tabTo(page, page.locator('main a[href^="/register?course="]').first());
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/register\?course=/);
  const box = page.locator('#courses input:checked');
  await tabTo(page, box.first());
  await page.keyboard.press('Space');
  await expect(page.locator('#courses input:checked')).toHaveCount(0);
  await page.keyboard.press('Space');
  await tabTo(page, page.getByRole('button', { name: 'Send registration' }));
  await page.keyboard.press('Enter');

  const summary = page.getByRole('group', { name: 'There is a problem' });
  await expect(summary).toBeFocused();
  for (const [name, text] of [
    ['studentNumber', studentNumber],
    ['givenName', 'Zoë'],
    ['familyName', 'Ng'],
    ['email', 'zoe@example.org'],
  ] as const) {
    await tabTo(page, page.locator(`#${name}`));
    await page.keyboard.type(text);
  }
  await tabTo(page, page.getByRole('button', { name: 'Send registration' }));
  await page.keyboard.press('Enter');

  await expect(page.locator('.reference')).toContainText(/R-[0-9A-Z]{4}-[0-9A-Z]{4}/);
  expect(
    await site.read(`select id from registrations where student_number = '${studentNumber}'`),
  ).toHaveLength(1);
}

for (const viewport of [
  { width: 360, height: 740 },
  { width: 320, height: 640 },
]) {
  test.describe(`on a phone of ${viewport.width} px`, () => {
    test.use({ viewport, hasTouch: true, isMobile: true, reducedMotion: 'reduce' } as object);

    test('a visitor filters the list of courses, reloads it with the filter and opens a course', async ({
      page,
    }) => {
      await page.goto(`${site.origin}/courses`);
      const rows = page.locator('[data-course]:visible');
      const all = await rows.count();
      await tabTo(page, page.locator('[data-finder-summary]'));
      await page.keyboard.press('Enter');
      await tabTo(page, page.locator('[data-finder] input[name="mode"]').first());
      await page.keyboard.press('Space');

      await expect.poll(() => rows.count()).toBeLessThan(all);
      const few = await rows.count();
      await expect(page.locator('[data-finder-status]')).toContainText(`${few} of ${all} `);
      expect(await layoutFaults(page)).toEqual([]);
      // Playwright learns of the new address by an event of the browser, which may come later than the list.
      await page.waitForURL(/[?&]mode=/);
      await page.goto(page.url());
      await expect(rows).toHaveCount(few);
      await tabTo(page, rows.first().getByRole('link'));
      await page.keyboard.press('Enter');

      await expectCourse(page);
    });

    test('a visitor asks a question and follows a source to a course', async ({ page }) => {
      await page.goto(site.origin);
      await tabTo(page, page.getByRole('button', { name: 'Ask' }));
      await page.keyboard.press('Enter');
      // The field is not focused automatically, since that would open the phone's keyboard.
      await tabTo(page, page.getByRole('textbox', { name: 'Your question' }));
      await page.keyboard.type('Which course teaches how to restore a peat bog?');
      await page.keyboard.press('Enter');
      await expect(page.locator('.chat-turn')).toHaveAttribute('data-state', 'complete');
      expect(await layoutFaults(page)).toEqual([]);
      await tabTo(page, page.locator('.chat-source[href*="/courses/"]').filter({ visible: true }).first());
      await page.keyboard.press('Enter');

      await expectCourse(page);
    });
  });
}

test.describe('on the narrowest phone without fonts', () => {
  const viewport = { width: 320, height: 640 };
  test.use({ viewport, hasTouch: true, isMobile: true, reducedMotion: 'reduce' } as object);
  let blocked = 0;

  test.beforeEach(async ({ context }) => {
    blocked = 0;
    await context.route('**/*.woff2', (route) => {
      blocked += 1;
      return route.abort();
    });
  });

  test('a visitor finds a course by search and registers by keyboard alone', async ({ page }) => {
    await page.goto(site.origin);
    await tabTo(page, page.getByRole('banner').getByRole('button', { name: 'Search' }));
    await page.keyboard.press('Enter');
    await page.keyboard.type(oneCourse);
    const result = page.locator('[data-search-results] a[href^="/courses/"]').first();
    await expect(result).toBeVisible();
    await expect(page.locator('[data-search-status]')).not.toBeEmpty();
    expect(await layoutFaults(page)).toEqual([]);
    await tabTo(page, result);
    await page.keyboard.press('Enter');
    await expectCourse(page);
    await register(page);

    expect(blocked).toBeGreaterThan(0);
  });
});
