import { expect, test, type BrowserContext, type Locator, type Page } from '@playwright/test';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '#lib/store/open.ts';
import { registration, registrationPath, send, serveForms, type FormsSite } from '#test/http/forms-site.ts';
import { fillWithSubmissions } from '#test/stand-ins/demo-data.ts';
import { members, sessionCookie, staffSettings, type MemberName } from '#test/staff-session.ts';
import { axeFaults } from '#test/browser/page-problems.ts';

let site: FormsSite;
/** A registration with texts of maximum length that have no line-break opportunity. */
let longest = '';
/** A registration that is in conflict with another one. */
let conflicting = '';
/** The first of the applications. */
let application = '';

test.beforeAll(async () => {
  test.setTimeout(120_000);
  const dataDir = await mkdtemp(join(tmpdir(), 'staff-pages-'));
  const store = await openStore({ dataDir });
  await fillWithSubmissions(store, { siteUrl: 'http://localhost:4321', staff: members.registrar });
  await store.close();
  site = await serveForms({ ...staffSettings, DATA_DIR: dataDir });
  const name = 'W'.repeat(100);
  const email = `${'w'.repeat(60)}@${'x'.repeat(60)}.${'y'.repeat(60)}.example`;
  await send(site.origin, '/api/email-marketing-signup', { email, name });
  const body = registration({ givenName: name, familyName: name, email, note: 'w'.repeat(2_000) });
  longest = (await send(site.origin, registrationPath, body)).body.reference ?? '';
  const { studentNumber } = registration();
  for (const address of [email, `w${email}`]) {
    const sent = await send(site.origin, registrationPath, { ...body, studentNumber, email: address });
    conflicting = sent.body.reference ?? '';
  }
  const [row] = await site.read(`select reference from submissions where reference like 'A-%' limit 1`);
  application = String(row?.['reference']);
});

test.afterAll(async () => {
  await site.remove();
});

async function signIn(context: BrowserContext, member: MemberName): Promise<void> {
  await context.addCookies([{ ...(await sessionCookie(member)), url: site.origin }]);
}

async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let stops = 0; stops < 60; stops += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}

test('a registrar finds and handles a registration by keyboard, without scripts', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  await signIn(context, 'registrar');
  const page = await context.newPage();
  await page.goto(`${site.origin}/staff`);

  await tabTo(
    page,
    page.getByRole('navigation', { name: 'Staff' }).locator('a[href="/staff/registrations"]'),
  );
  await page.keyboard.press('Enter');
  await tabTo(page, page.locator('input[name="q"]'));
  await page.keyboard.type(longest.toLowerCase());
  await page.keyboard.press('Enter');
  await expect(page.locator('tbody tr')).toHaveCount(1);
  await tabTo(page, page.locator('tbody .row-link'));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/${longest}$`));
  await tabTo(page, page.locator('button[value="in-progress"]'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toContainText(longest);
  await tabTo(page, page.locator('button[value="done"]'));
  await page.keyboard.press('Enter');

  await expect(page.getByRole('status')).toContainText(longest);
  await expect(page.locator('.title-row .badge')).toHaveAttribute('data-tone', 'good');
  await context.close();
});

const paths = [
  '/staff',
  '/staff/registrations',
  '/staff/registrations?q=wwww',
  '/staff/registrations/LONGEST',
  '/staff/registrations/CONFLICTING',
  '/staff/applications',
  '/staff/applications/FIRST',
  '/staff/enquiries?status=new',
  '/staff/seats',
  '/staff/sign-ups?status=pending',
  '/staff/held-mail',
  '/staff/questions',
  '/staff/content',
  '/staff/log',
];

for (const path of paths) {
  test(`${path} has no axe violations, light or dark, and fits narrow screens`, async ({ context, page }) => {
    test.setTimeout(60_000);
    await signIn(context, 'admin');
    await page.goto(
      site.origin +
        path.replace('LONGEST', longest).replace('CONFLICTING', conflicting).replace('FIRST', application),
    );

    for (const [colorScheme, widths] of [
      ['light', [320, 768, 1280]],
      ['dark', [1280, 360]],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 });
        const overhang = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(overhang, `at ${width} px`).toBeLessThanOrEqual(0);
      }
      expect(await axeFaults(page, { coloursOnly: colorScheme === 'dark' })).toEqual([]);
    }
  });
}

test('at 768 px, the lists of applications and enquiries have one row for each person', async ({
  context,
  page,
}) => {
  await signIn(context, 'registrar');
  await page.setViewportSize({ width: 768, height: 800 });

  for (const path of ['/staff/applications', '/staff/enquiries']) {
    await page.goto(site.origin + path);
    const rows = page.locator('tbody tr');
    const lines = await rows.evaluateAll((all) =>
      all.map((row) => new Set([...row.children].map((cell) => cell.getBoundingClientRect().top)).size),
    );

    expect(lines.length, path).toBeGreaterThan(5);
    expect(Math.max(...lines), path).toBe(1);
  }
});

test('a registrar chooses all registrations of the page, or a range with the Shift key', async ({
  context,
  page,
}) => {
  await signIn(context, 'registrar');
  await page.goto(`${site.origin}/staff/registrations?email=confirmed&decision=open&order=oldest`);
  const boxes = page.locator('input[name="reference"]:enabled');
  const chosen = page.locator('.choose-all').getByRole('status');
  const all = page.getByRole('checkbox', { name: /^All \d+ on this page$|^All \d+$/ });
  const count = await boxes.count();

  await boxes.nth(1).click();
  await boxes.nth(3).click({ modifiers: ['Shift'] });
  await expect(chosen).toHaveText('3 chosen');
  await expect(all).toHaveJSProperty('indeterminate', true);
  await boxes.nth(2).focus();
  await page.keyboard.press('Shift+Space');
  await expect(chosen).toHaveText('1 chosen');
  await all.focus();
  await page.keyboard.press('Space');

  await expect(chosen).toHaveText(`${count} chosen`);
  await boxes.first().uncheck();
  await expect(all).not.toBeChecked();
  const sent = page.waitForRequest((request) => request.url().endsWith('/decide'));
  await page.getByRole('button', { name: 'Refuse' }).click();
  const fields = new URLSearchParams((await sent).postData() ?? '');
  expect([fields.getAll('reference').length, fields.getAll('all')]).toEqual([count - 1, []]);
});

test('a person’s data is deleted in two steps, with a confirmation', async ({ context, page }) => {
  await signIn(context, 'registrar');
  await page.goto(`${site.origin}/staff/sign-ups`);

  await page.locator('#email').fill('tomasz@nowhere.example');
  await page.locator('#email').press('Enter');
  await expect(page.locator('button.danger')).toHaveCount(0);
  await page.goto(`${site.origin}/staff/sign-ups?status=pending`);
  await page.locator('.row-actions button').first().click();
  expect(await axeFaults(page)).toEqual([]);
  await page.locator('button.danger').click();

  await expect(page).toHaveURL(/\/staff\/sign-ups\?did=/);
  await expect(page.getByRole('status')).toBeVisible();
});
