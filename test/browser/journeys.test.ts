import { expect, test } from '@playwright/test';
import { oneCourse } from '#test/http/forms-site.ts';
import { useForms } from '#test/browser/use-site.ts';

const site = useForms();

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
