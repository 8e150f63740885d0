import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test, type Page } from '@playwright/test';
import { institute } from '#lib/content/current-institute.ts';
import { listTerms } from '#lib/content/term-rules.ts';
import { dayIn } from '#lib/content/terms.ts';
import {
  clashing,
  offeredIn,
  oneCourse,
  otherCourse,
  registration,
  serveForms,
} from '#test/http/forms-site.ts';
import { axeFaults, layoutFaults, spacingFaults } from '#test/browser/page-problems.ts';
import { useForms } from '#test/browser/use-site.ts';

const site = useForms();

async function fillIn(page: Page, { studentNumber }: { studentNumber: string }): Promise<void> {
  await page.getByLabel('Student number').fill(studentNumber);
  await page.getByLabel('Given name').fill('Zoë');
  await page.getByLabel('Family name').fill('Ng');
  await page.getByLabel('Email').fill('zoe@example.org');
}

test('a summary links to the invalid fields, and the input is kept', async ({ page }) => {
  const posts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(request.url());
  });
  await page.goto(`${site.origin}/register`);
  await page.getByLabel('Given name').fill('Zoë');

  await page.getByRole('button', { name: 'Send registration' }).click();

  const summary = page.getByRole('group', { name: 'There is a problem' });
  await expect(summary).toBeFocused();
  await expect(summary.getByRole('link')).toHaveCount(4);
  expect(posts).toEqual([]);
  await summary.getByRole('link', { name: /courses/ }).click();
  await expect(page.locator('#courses input').first()).toBeFocused();
  await summary.getByRole('link', { name: /student number/ }).press('Enter');
  await expect(page.getByLabel('Student number')).toBeFocused();
  await expect(page.getByLabel('Student number')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Given name')).toHaveValue('Zoë');
  await expect(page.getByLabel('Given name')).not.toHaveAttribute('aria-invalid');
});

test('a group ticks its course, and unticking the course unticks its groups', async ({ page }) => {
  // Only the spring term of the sample has courses with several groups.
  const spring = listTerms(institute().terms, dayIn('UTC', new Date())).find(
    ({ season, ends }) => season === 'spring' && ends > dayIn('UTC', new Date()),
  );
  const course = spring && offeredIn(spring).find(({ offerings }) => offerings.length > 1);
  const offset = Date.parse(`${spring?.registrationCloses}T12:00:00Z`) - Date.now();
  const inSpring = await serveForms({
    NODE_OPTIONS: `--import=${resolve('test/shift-clock.mjs')}`,
    TEST_CLOCK_OFFSET: String(offset),
  });
  await page.goto(`${inSpring.origin}/register?course=${course?.code}`);
  const box = page.locator(`input[value="${course?.code}"]`);
  const second = page.getByRole('checkbox', { name: /^Group 2:/ });
  await box.uncheck();

  await second.check();
  await expect(box).toBeChecked();
  await expect(page.locator('[data-course-totals]').first()).toHaveText(/^1 course/);
  await box.uncheck();

  await expect(second).not.toBeChecked();
  await inSpring.remove();
});

test('errors from the server appear next to their fields', async ({ page }) => {
  await page.goto(`${site.origin}/register?course=${oneCourse}`);
  await fillIn(page, registration());
  await page.locator('#term').evaluate((select: HTMLSelectElement) => {
    select.options[0]!.value = '2001-spring';
    for (const offer of document.querySelectorAll<HTMLElement>('[data-term]'))
      offer.dataset['term'] = '2001-spring';
  });

  await page.getByRole('button', { name: 'Send registration' }).click();

  await expect(page.getByRole('group', { name: 'There is a problem' })).toBeFocused();
  await expect(page.locator('#term-error')).toBeVisible();
  await expect(page.locator('#term')).toHaveAttribute('aria-invalid', 'true');
});

test('a lost response is reported, and sending again registers once', async ({ page }) => {
  const body = registration();
  await page.goto(`${site.origin}/register?course=${oneCourse}`);
  await fillIn(page, body);
  await page.route(
    `${site.origin}/register`,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );

  await page.getByRole('button', { name: 'Send registration' }).click();
  await expect(page.getByRole('group', { name: 'There is a problem' })).toBeFocused();
  await page.getByRole('button', { name: 'Send registration' }).click();

  await expect(page.locator('.reference')).toBeVisible();
  expect(
    await site.read(`select id from registrations where student_number = '${body.studentNumber}'`),
  ).toHaveLength(1);
});

test('over the limit, the page keeps the input and says what to do', async ({ page }) => {
  for (const [index, name] of ['Ana', 'Bo', 'Cy', 'Zoë'].entries()) {
    await page.goto(`${site.origin}/newsletter`);
    await page.getByLabel('Email').fill(`limit-${index}@example.org`);
    await page.getByLabel('Name').fill(name);
    await page.getByRole('button', { name: 'Sign up' }).click();
    if (index < 3) await expect(page).toHaveURL(/\/newsletter\/received$/);
  }

  const summary = page.getByRole('group', { name: 'There is a problem' });
  await expect(summary).toBeFocused();
  await expect(summary).toContainText(
    /Too many attempts from your network\. Try again in \d+ minutes, at \d\d:\d\d, or email us\./,
  );
  await expect(summary.getByRole('link', { name: 'email us' })).toHaveAttribute('href', /^mailto:/);
  await expect(page.getByLabel('Name')).toHaveValue('Zoë');
  await expect(page.getByLabel('Email')).toHaveValue('limit-3@example.org');
  expect(await axeFaults(page)).toEqual([]);
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled });

    test('asked about a mistyped address, the Enter key keeps it, and the button takes the suggested one', async ({
      page,
    }) => {
      const sent: string[] = [];
      for (const answer of ['enter', 'button']) {
        const { studentNumber } = registration();
        await page.goto(`${site.origin}/register?course=${oneCourse}`);
        await fillIn(page, { studentNumber });
        await page.getByLabel('Email').fill('zoe@gmial.com');
        await page.getByRole('button', { name: 'Send registration' }).click();
        const button = page.getByRole('button', { name: 'Send with zoe@gmail.com' });
        await expect(button).toBeVisible();

        if (answer === 'enter') await page.getByLabel('Given name').press('Enter');
        else await button.click();

        await expect(page.locator('.reference')).toBeVisible();
        const rows = await site.read(
          `select email from registrations where student_number = '${studentNumber}'`,
        );
        sent.push(...rows.map(({ email }) => String(email)));
      }

      expect(sent).toEqual(['zoe@gmial.com', 'zoe@gmail.com']);
    });
  });
}

test('a search opens the subjects with matching courses, and keeps the chosen courses', async ({ page }) => {
  await page.goto(`${site.origin}/register?course=${oneCourse}`);
  const others = page.locator('[data-course-picker] [data-choice]:visible');
  await expect(others).toHaveCount(0);

  await page.getByLabel('Search these courses').fill(otherCourse);
  await expect(others).toHaveCount(1);
  await others.locator('input').check();
  await page.getByLabel('Search these courses').fill('qqqzzz');

  await expect(page.locator('[data-course-search-status]')).toContainText('No course matches');
  await expect(page.locator('[data-course-totals]').first()).toContainText('2 courses,');
});

test('a clash is shown as soon as two clashing courses are chosen, and again with all other errors', async ({
  page,
}) => {
  const [first = '', second = ''] = clashing;
  await page.goto(`${site.origin}/register?course=${first}`);
  const sentence = `${first} and ${second} meet at the same time. Choose one of them.`;
  const row = page.locator(`[data-choice]:has(input[value="${second}"])`);
  await page.getByLabel('Search these courses').fill(second);

  await row.locator('input').check();
  await expect(row.locator('[data-choice-clash]')).toHaveText(sentence);
  await expect(page.locator('[data-course-picker] [data-course-clash]')).toHaveText(sentence);
  await page.getByRole('button', { name: 'Send registration' }).click();
  const summary = page.getByRole('group', { name: 'There is a problem' });
  await expect(summary.getByRole('link')).toHaveCount(5);
  await expect(summary).toContainText(sentence);
  await row.locator('input').uncheck();

  await expect(row.locator('[data-choice-clash]')).toBeHidden();
});

test('the totals never cover the search field', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await page.goto(`${site.origin}/register?course=${oneCourse}`);
  const field = page.getByLabel('Search these courses');
  for (let scrolled = 0; scrolled < 40; scrolled += 1) {
    await page.mouse.wheel(0, 60);
    const overlap = await field.evaluate((input) => {
      const { top, bottom } = input.getBoundingClientRect();
      const totals = document.querySelector('.totals.sticky')?.getBoundingClientRect();
      return totals ? Math.min(bottom, totals.bottom) - Math.max(top, totals.top) : 0;
    });
    expect(overlap, `after ${scrolled} turns of the wheel`).toBeLessThanOrEqual(0);
  }
});

const formPaths = ['/register', '/newsletter', '/apply?course=SOIL101', '/enquire'];
const paths = [
  ...formPaths,
  '/newsletter/received',
  '/newsletter/confirm?token=x',
  '/apply/received',
  '/enquire/withdraw?token=x',
];

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the forms have no axe violations, with and without errors, in ${colorScheme} colours`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const path of paths) {
      await page.goto(site.origin + path);
      await expectAccessible(page, path);
      const button = page.locator('form[data-form] .form-actions button');
      if ((await button.count()) === 0) continue;
      await button.click();
      await expect(page.getByRole('group', { name: 'There is a problem' })).toBeVisible();
      await expectAccessible(page, `${path} with faults`);
    }
  });
}

async function expectAccessible(page: Page, what: string): Promise<void> {
  expect(await axeFaults(page), what).toEqual([]);
}

test('the forms fit at 400 % zoom with errors shown', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  for (const path of formPaths) {
    await page.goto(site.origin + path);
    await page.locator('form[data-form] .form-actions button').click();
    expect([...(await layoutFaults(page)), ...(await spacingFaults(page))], path).toEqual([]);
  }
});

test('the forms together load less than 15 kB of script', async ({ page, request }) => {
  const scripts = new Set<string>();
  const texts: string[] = [];
  page.on('request', (each) => {
    if (each.resourceType() === 'script') scripts.add(each.url());
  });
  for (const path of formPaths) {
    await page.goto(site.origin + path, { waitUntil: 'networkidle' });
    texts.push(...(await page.locator('script:not([src])').allTextContents()));
  }
  for (const url of scripts) texts.push(await (await request.get(url)).text());

  expect(gzipSync([...new Set(texts)].join('\n'), { level: 9 }).length).toBeLessThan(15_000);
});

test('an application without consent leads to the box, and keeps what was chosen', async ({ page }) => {
  await page.goto(`${site.origin}/apply?program=diploma-catchment-restoration`);
  await page.getByText(/Show all \d+ to choose from/).click();
  await page.getByLabel(/SOIL101/).check();
  await page.getByLabel('Given name').fill('Zoë');
  await page.getByLabel('Family name').fill('Ng');
  await page.getByLabel('Email').fill('zoe@example.org');
  await page.getByLabel('Your qualifications and experience').fill('Four years on a farm');
  await page.getByLabel('How did you hear about us?').selectOption('I live nearby');

  await page.getByRole('button', { name: 'Send application' }).click();
  const summary = page.getByRole('group', { name: 'There is a problem' });
  await summary.getByRole('link', { name: /Tick the box/ }).click();
  await expect(page.getByLabel(/You may use/)).toBeFocused();
  await page.getByLabel(/You may use/).check();
  await page.getByRole('button', { name: 'Send application' }).click();

  await expect(page.locator('.reference')).toContainText(/A-[0-9A-Z]{4}-[0-9A-Z]{4}/);
});
