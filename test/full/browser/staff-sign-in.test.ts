import { expect, test, type Page } from '@playwright/test';
import { serveWithStandIn } from '#test/http/auth-site.ts';
import { axeFaults, layoutFaults } from '#test/browser/page-problems.ts';
import { useSite } from '#test/browser/use-site.ts';

const site = useSite(() => serveWithStandIn({ STAFF_DOMAINS: '', STAFF_GROUPS: 'registry' }));

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
