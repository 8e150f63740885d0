import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import { serveRepository, type RepositoryServing, type RepositorySite } from '#test/repository-site.ts';
import { sessionCookie, staffSettings, type MemberName } from '#test/staff-session.ts';

/** Serves the editor's desk for the tests of a file. Only a whole institute has a publisher, which its first publication needs. @param member who opens its pages */
export function serveEditor(member: MemberName = 'editor', serving: RepositoryServing = {}) {
  let served: RepositorySite;

  test.beforeAll(async () => {
    test.setTimeout(120_000);
    served = await serveRepository({ ...staffSettings, PUBLISHER: serving.isWhole ? 'on' : 'off' }, serving);
  });

  test.afterAll(async () => {
    await served.remove();
  });

  /** Opens a page of the desk. */
  async function open(context: BrowserContext, path: string): Promise<Page> {
    const { origin } = served.site;
    await context.addCookies([{ ...(await sessionCookie(member)), url: origin }]);
    const page = await context.newPage();
    await page.goto(origin + path);
    return page;
  }

  return {
    /** Runs git in a checkout of the content. */
    git: (...args: string[]) => served.pushed.git(...args),
    open,
    /** Opens an entry in the editor, and waits for its page. */
    async openEntry(context: BrowserContext, file: string): Promise<Page> {
      const page = await open(context, editAddress(file));
      await expect(inFrame(page).locator('h1')).toBeVisible({ timeout: 30_000 });
      return page;
    },
  };
}

export const editAddress = (file: string) => `/staff/content/edit?file=${file}`;

/** The preview next to the text. */
export const inFrame = (page: Page) => page.frameLocator('iframe[name="page-frame"]');
