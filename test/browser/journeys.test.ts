import { expect, test, type Page } from '@playwright/test';
import { newClient, oneCourse, registration, serveForms, type FormsSite } from '#test/http/forms-site.ts';
import { tabTo } from './keyboard.ts';
import { layoutFaults } from './page-problems.ts';

let site: FormsSite;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  site = await serveForms();
});

test.afterAll(() => site.remove());

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
    test.setTimeout(60_000);
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

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });

  test('a visitor goes from a subject to a course and its registration', async ({ page }) => {
    await page.goto(`${site.origin}/courses`);
    const subject = page.locator('.subject-links a').last();
    await subject.press('Enter');
    const section = page.locator(`section:has([id="${(await subject.getAttribute('href'))!.slice(1)}"])`);
    await expect(section.getByRole('heading', { level: 2 })).toBeInViewport();
    await section.getByRole('link').first().press('Enter');
    await expect(page).toHaveURL(/\/courses\/[a-z-]+$/);
    await page.goto(`${site.origin}/search?q=${oneCourse}`);
    await page.locator('ol.search-results h2 a').first().press('Enter');
    await page.locator('main a[href^="/register?course="]').first().press('Enter');

    await expect(page.locator(`#courses input[value="${oneCourse}"]`)).toBeChecked();
  });
});
