import { expect, type Locator, type Page } from '@playwright/test';

/** The numbers of clicks or taps, of completed fields, and of opened pages. */
export type Steps = { clicks: number; fields: number; pages: number };

/**
 * Counts the steps of a visitor's task. docs/visitor-tasks.md lists the steps of each task, which may only decrease.
 */
export function createVisitor(page: Page) {
  const steps: Steps = { clicks: 0, fields: 0, pages: 0 };
  page.on('domcontentloaded', () => (steps.pages += 1));

  function find(role: 'link' | 'button', name: string | RegExp): Locator {
    return page.getByRole(role, { name, ...(typeof name === 'string' && { exact: true }) }).first();
  }

  return {
    page,
    find,
    async click(target: Locator) {
      await target.click();
      steps.clicks += 1;
    },
    /** @param field its label, or the field itself if others have the label too */
    async fill(field: string | Locator, value: string) {
      const target = typeof field === 'string' ? page.getByLabel(field, { exact: true }) : field;
      await target.fill(value);
      steps.fields += 1;
    },
    async choose(list: Locator, label: string) {
      await list.selectOption({ label });
      steps.fields += 1;
    },
    async check(box: Locator) {
      await box.check();
      steps.fields += 1;
    },
    /** Fails if the task took more steps than it should. */
    expectAtMost({ clicks, fields, pages }: Steps) {
      expect(steps.clicks, 'clicks').toBeLessThanOrEqual(clicks);
      expect(steps.fields, 'fields').toBeLessThanOrEqual(fields);
      expect(steps.pages, 'pages').toBeLessThanOrEqual(pages);
    },
  };
}

export type Visitor = ReturnType<typeof createVisitor>;

export async function openFromHome(visitor: Visitor, origin: string, title: string): Promise<void> {
  await visitor.page.goto(origin);
  const navigation = visitor.page.getByRole('navigation', { name: 'Main' });
  await visitor.click(navigation.getByRole('link', { name: title, exact: true }));
  await expect(visitor.page.getByRole('heading', { level: 1 })).toHaveText(title);
}

/** Searches in the dialog and opens the result with this title. */
export async function openFromSearch(visitor: Visitor, query: string, path: RegExp): Promise<void> {
  const { page } = visitor;
  await visitor.click(visitor.find('button', 'Search'));
  await page.locator('[data-search-dialog] input[type="search"]').fill(query);
  const result = page.locator('[data-search-results] a').filter({ visible: true });
  await expect(result.first()).toBeVisible();
  const links = await result.evaluateAll((found) => found.map((link) => (link as HTMLAnchorElement).href));
  const index = links.findIndex((link) => path.test(link));
  expect(index, `${query} finds ${String(path)} among ${links.join(' ')}`).toBeGreaterThanOrEqual(0);
  await visitor.click(result.nth(index));
  await expect(page).toHaveURL(path);
}
