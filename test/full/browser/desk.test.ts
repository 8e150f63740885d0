import { expect, test, type Browser, type Page } from '@playwright/test';
import { sessionCookie, type MemberName } from '#test/staff-session.ts';
import { serveDesk, type DeskSite } from '#test/http/desk-site.ts';
import { axeFaults } from '#test/browser/page-problems.ts';

let desk: DeskSite;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  desk = await serveDesk({}, { isSmall: true });
});

test.afterAll(async () => {
  await desk.remove();
});

/** Opens a page without scripts, as a signed-in member. */
async function openAs(browser: Browser, member: MemberName, path: string, width = 1280): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width, height: 800 } });
  await context.addCookies([{ ...(await sessionCookie(member)), url: desk.repository.site.origin }]);
  const page = await context.newPage();
  await page.goto(desk.repository.site.origin + path);
  return page;
}

test('an editor publishes a new entry with a reviewer, without scripts', async ({ browser }) => {
  test.setTimeout(180_000);
  const page = await openAs(browser, 'editor', '/staff/content');

  await page.getByRole('link', { name: 'New entry' }).click();
  await page.getByRole('radio', { name: 'News' }).check();
  await page.getByLabel('Title').fill('Dragonflies over the weir');
  await page.getByRole('button', { name: 'Create the draft' }).click();
  const text = page.getByLabel('Text of news/dragonflies-over-the-weir.mdx');
  const written = (await text.inputValue())
    .replace(/summary: "[^"]*"/, 'summary: "Dragonflies fly over the weir again this year."')
    .replace(/\nSay what happened[\s\S]*$/, '\nWe counted forty on Sunday.\n');
  await text.fill(written);
  await page.getByRole('button', { name: 'Save' }).first().click();
  await page.getByRole('link', { name: 'Check and submit' }).click();
  await page.getByLabel('What did you change').fill('News of the dragonflies');
  await page.getByRole('button', { name: 'Submit for review' }).click();
  await expect(page.getByText('Another person has to approve these changes.')).toBeVisible();
  const address = new URL(page.url()).pathname;
  const reviewer = await openAs(browser, 'reviewer', address);
  await expect(reviewer.getByText('We counted forty on Sunday.')).toBeVisible();
  await reviewer.getByRole('button', { name: 'Approve and publish' }).click();
  await expect(reviewer.getByText('Live since')).toBeVisible({ timeout: 60_000 });

  await page.goto(`${desk.repository.site.origin}/news/dragonflies-over-the-weir`);
  await expect(page.getByText('We counted forty on Sunday.')).toBeVisible();
});

test('the pages of the desk have no accessibility problems and fit phones', async ({ browser }) => {
  test.setTimeout(180_000);
  await desk.act('editor', '/staff/content/new', { kind: 'event', title: 'Pond dipping' });
  const state = await desk.text('/staff/content/changes', 'editor');
  const changes = /\/staff\/content\/changes\/[0-9a-f-]{36}/.exec(state)?.[0] ?? '';
  const paths = [
    '/staff/content',
    '/staff/content/new',
    '/staff/content/pictures',
    '/staff/content/documents',
    '/staff/content/bin',
    '/staff/content/pictures?for=courses/soil-science.mdx&q=weir',
    '/staff/content/changes',
    changes,
    `${changes}?comment=events/pond-dipping.mdx&line=2`,
    '/staff/content/history?file=pages/fees.mdx',
    '/staff/content/rename?file=handbook/money/bursaries.mdx',
    '/staff/content/delete?file=handbook/money/bursaries.mdx',
  ];
  for (const path of paths) {
    const context = await browser.newContext({ viewport: { width: 360, height: 800 } });
    await context.addCookies([{ ...(await sessionCookie('reviewer')), url: desk.repository.site.origin }]);
    const page = await context.newPage();
    await page.goto(desk.repository.site.origin + path);

    expect(await axeFaults(page), path).toEqual([]);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, path).toBe(0);
    await context.close();
  }
});
