import { expect, test, type Page } from '@playwright/test';
import { serveWithStandIn, type AuthSite } from '#test/http/auth-site.ts';
import { registration, registrationPath, send } from '#test/http/forms-site.ts';
import { axeFaults, layoutFaults } from '#test/browser/page-problems.ts';

let site: AuthSite;

test.beforeAll(async () => {
  site = await serveWithStandIn({ STAFF_DOMAINS: '', STAFF_GROUPS: 'registry' });
});

test.afterAll(async () => {
  await site.remove();
});

async function signInAs(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('button', { name: /sign in|try again/i }).click();
  await page.getByRole('button', { name }).click();
}

async function expectNoBarriers(page: Page): Promise<void> {
  expect([...(await axeFaults(page)), ...(await layoutFaults(page))]).toEqual([]);
}

test('a member signs in, returns to the page, signs out, and the back button shows no staff page', async ({
  page,
}) => {
  await page.goto(`${site.siteUrl}/staff?from=test`);
  await expect(page).toHaveURL(/\/staff\/sign-in\?callbackUrl=/);
  await expectNoBarriers(page);
  await signInAs(page, /Rosalind Carver/);
  await expect(page).toHaveURL(`${site.siteUrl}/staff?from=test`);
  await expect(page.getByText('Rosalind Carver')).toBeVisible();

  await page.goto(`${site.siteUrl}/staff/sign-out`);
  await page.locator('form[action="/staff/sign-out"] button').last().click();
  await expect(page).toHaveURL(/127\.0\.0\.1.*session\/end/);
  await page.getByRole('button', { name: /yes/i }).click();
  await expect(page).toHaveURL(`${site.siteUrl}/staff/signed-out`);
  await expectNoBarriers(page);

  for (let steps = 0; steps < 6; steps += 1) {
    await page.goBack().catch(() => null);
    // The directory's login page lists all people.
    if (!page.url().startsWith(site.siteUrl)) continue;
    await expect(page.getByText('Rosalind Carver')).toHaveCount(0);
  }
  await page.goto(`${site.siteUrl}/staff`);
  await signInAs(page, /Rosalind Carver/);
  await expect(page).toHaveURL(`${site.siteUrl}/staff`);
});

test('the page for an account without access names it, and another account can sign in', async ({ page }) => {
  await page.goto(`${site.siteUrl}/staff`);
  await signInAs(page, /Piet Verhoeven/);
  await expect(page).toHaveURL(`${site.siteUrl}/staff/refused`);
  await expect(page.getByText('visitor@elsewhere.example')).toBeVisible();
  await expectNoBarriers(page);

  await page.goto(`${site.siteUrl}/staff`);
  await expect(page).toHaveURL(/\/staff\/sign-in/);
  await page.goto(`${site.siteUrl}/staff/refused`);
  await page.getByRole('button', { name: /another account/i }).click();
  await page.getByRole('button', { name: /Rosalind Carver/ }).click();
  await expect(page).toHaveURL(`${site.siteUrl}/staff`);
});

test('a member who cancels at the directory sees a page with a link to try again', async ({ page }) => {
  await page.goto(`${site.siteUrl}/staff`);
  await signInAs(page, /cancel/i);

  await expect(page).toHaveURL(/problem=declined/);
  await expect(page.getByRole('alert')).toBeVisible();
  await signInAs(page, /Rosalind Carver/);
  await expect(page).toHaveURL(`${site.siteUrl}/staff`);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a form submitted after the session ended is kept and submitted again after sign-in', async ({
    page,
    context,
  }) => {
    const { body } = await send(site.siteUrl, registrationPath, registration());
    const address = `${site.siteUrl}/staff/registrations/${body.reference}`;
    await page.goto(address);
    await signInAs(page, /Rosalind Carver/);
    await expect(page).toHaveURL(address);
    await context.clearCookies({ name: /session-token/ });

    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.request().method() === 'POST'),
      page.locator('button[value="in-progress"]').click(),
    ]);
    expect(answer.status()).toBe(401);
    await expect(page.locator('input[type="hidden"][value="in-progress"]')).toHaveCount(1);

    const [tab] = await Promise.all([
      context.waitForEvent('page'),
      page.locator('a[target="_blank"]').click(),
    ]);
    // The directory's session continues, so it shows no login page.
    await tab.getByRole('button', { name: /sign in/i }).click();
    await expect(tab).toHaveURL(`${site.siteUrl}/staff`);
    await page.locator('form[action^="/staff/registrations/"] button').click();

    await expect(page).toHaveURL(new RegExp(`/staff/registrations/${body.reference}`));
    await expect(page.locator('button[value="done"]')).toBeVisible();
    await expect(page.locator('button[value="in-progress"]')).toHaveCount(0);
  });
});
