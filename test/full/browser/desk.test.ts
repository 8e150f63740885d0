import { expect, test } from '@playwright/test';
import { sessionCookie } from '#test/staff-session.ts';
import { serveDesk } from '#test/http/desk-site.ts';
import { axeFaults } from '#test/browser/page-problems.ts';
import { useSite } from '#test/browser/use-site.ts';

const desk = useSite(() => serveDesk({}, { isSmall: true }));

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
