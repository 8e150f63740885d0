import { expect, test } from '@playwright/test';
import { inFrame, serveEditor } from '#test/browser/editor-site.ts';
import { axeFaults } from '#test/browser/page-problems.ts';

const editor = serveEditor('admin', { isSmall: true, isWhole: true });

test('an admin changes terms, colours and names of the institute in a form, and sees days and contrasts at once', async ({
  context,
}) => {
  const page = await editor.openEntry(context, 'institute.yaml');
  const frame = inFrame(page);
  const fields = page.locator('#panel-fields');

  await fields.getByLabel('Tagline').fill('Learn about land.');
  await fields.locator('summary', { hasText: 'Terms' }).click();
  await fields.getByRole('button', { name: 'Add to dated' }).click();
  await fields.locator('#field-terms-dated-0-id').fill('2027-summer');
  await fields.locator('#field-terms-dated-0-title').fill('Summer school 2027');
  await fields.locator('#field-terms-dated-0-starts').fill('2027-06-07');
  await fields.locator('#field-terms-dated-0-ends').fill('2027-07-02');
  await fields.locator('#field-terms-dated-0-registrationOpens').fill('2027-01-06');
  await fields.locator('#field-terms-dated-0-registrationCloses').fill('2027-05-20');
  await expect(frame.getByRole('row', { name: /Summer school 2027/ })).toContainText('7 June 2027');

  await fields.locator('summary', { hasText: 'Colours' }).click();
  await fields.getByLabel('Choose accent').first().fill('#104a80');
  await expect(frame.getByRole('row', { name: /^Accent Ground/ }).first()).toContainText('8.6');
  const accent = () =>
    frame.locator('html').evaluate((html) => getComputedStyle(html).getPropertyValue('--accent'));
  expect(await accent()).toContain('#104a80');
  await fields.locator('#field-colours-light-accent').fill('#d0e0ff');
  await expect(fields.locator('#field-colours-light-accent-problem')).toContainText('hard to read');
  await fields.locator('#field-colours-light-accent').fill('#104a80');
  await expect(frame.locator('main [fill="#104a80"]').first()).toBeInViewport();

  await fields.locator('summary', { hasText: 'Subjects' }).click();
  const key = fields.locator('#field-subjects--new');
  await key.fill('__proto__');
  await key.press('Enter');
  await expect(fields.getByRole('alert').filter({ hasText: '“__proto__” is not a key' })).toBeVisible();
  await expect(key).toBeFocused();
  await expect(key).toHaveAttribute('aria-invalid', 'true');
  await expect(key).toHaveAccessibleDescription(/is not a key of letters/);
  await key.fill('forestry');
  await key.press('Enter');
  await expect(fields.locator('#field-subjects-forestry')).toBeFocused();
  await fields.locator('#field-subjects-forestry').fill('Forestry');
  await expect(page.locator('#editor-problems li')).toHaveCount(0);
  await expect(page.locator('.editor-state')).toHaveText(/^Saved/);

  await page.locator('#tab-text').click();
  const text = await page.locator('.cm-content').innerText();
  expect(text).toContain('tagline: Learn about land.');
});

test('an item is named after its first field, and asks for what is missing once it was left', async ({
  context,
}) => {
  const page = await editor.openEntry(context, 'institute.yaml');
  const fields = page.locator('#panel-fields');
  const needed = fields.getByText('This is needed: fill it in');

  await expect(page.locator('.trail')).toHaveText(/^\s*Content\s*History\s*$/);
  await fields.locator('summary', { hasText: 'Terms' }).click();
  await expect(fields.getByRole('group', { name: 'Yearly 3: autumn' })).toBeVisible();
  await fields.getByRole('button', { name: 'Add to yearly' }).click();
  const added = fields.getByRole('group', { name: 'Yearly 4' });
  await expect(page.locator('#editor-problems')).toContainText('Terms, Yearly 4, Season');
  await expect(needed).toHaveCount(0);

  await page.keyboard.press('Tab');
  await expect(added.getByLabel('Season')).toHaveAccessibleDescription(/This is needed/);
  await expect(needed).toHaveCount(1);
  await added.getByLabel('Season').fill('winter');
  await page.keyboard.press('Tab');
  await expect(fields.getByRole('group', { name: 'Yearly 4: winter' })).toBeVisible();
  await fields.getByRole('button', { name: 'Add to dated' }).click();
  await expect(added.getByLabel('Title')).toHaveAccessibleDescription(/This is needed/);
  await expect(fields.locator('[id^="field-terms-dated-"][id$="-id"]').last()).toBeFocused();

  for (const name of ['Remove Dated 2', 'Remove Yearly 4'])
    await fields.getByRole('button', { name }).click();
  await expect(page.locator('#editor-problems li')).toHaveCount(0);
  await expect(page.locator('.editor-state')).toHaveAttribute('data-state', /^(saved|unchanged)$/);
});

test('the focus stays in the form when items are added and removed, and a closed group says that it has a problem', async ({
  context,
}) => {
  const page = await editor.openEntry(context, 'institute.yaml');
  const fields = page.locator('#panel-fields');
  const terms = fields.locator('summary', { hasText: 'Terms' });

  await fields.locator('summary', { hasText: 'Newsletter interests' }).click();
  await fields.getByRole('button', { name: 'Add to newsletter interests' }).press('Enter');
  await expect(fields.locator('#field-newsletterInterests-4')).toBeFocused();
  await fields.getByRole('button', { name: 'Remove Newsletter interests 2' }).press('Enter');
  await expect(fields.locator('#field-newsletterInterests-1')).toBeFocused();

  await fields.locator('summary', { hasText: 'Subjects' }).click();
  await fields.locator('#field-subjects--new').fill('constructor');
  await fields.getByRole('button', { name: 'Add to subjects' }).press('Enter');
  await expect(fields.locator('#field-subjects-constructor')).toBeFocused();

  const mark = () => terms.evaluate((summary) => getComputedStyle(summary, '::after').content);
  await terms.click();
  await fields.locator('#field-terms-yearly-0-starts').fill('Monday');
  await expect(fields.locator('#field-terms-yearly-0-starts-problem')).toContainText('not a rule');
  expect(await mark()).toBe('none');
  await terms.click();
  expect(await mark()).toContain('has a problem');
  await page.getByRole('button', { name: 'Terms, Yearly 1, Starts' }).click();
  await expect(fields.locator('#field-terms-yearly-0-starts')).toBeFocused();

  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test('the words of letters and forms are shown in letters to an invented person while they are written', async ({
  context,
}) => {
  const page = await editor.openEntry(context, 'settings/letters.yaml');
  const frame = inFrame(page);

  await page.locator('#field-place').fill('Your invoice comes within a week.');
  await page.locator('#field-forms summary').click();
  await page.locator('#field-forms-enquiry').fill('A person answers. Our [fees](/fees) are public.');

  const decision = frame.locator('section', { hasText: 'The registrar’s letter' });
  await expect(decision).toContainText('Dear Robin Marsh,');
  await expect(decision).toContainText('Your invoice comes within a week.');
  await expect(frame.getByRole('link', { name: 'fees', exact: true })).toHaveAttribute('href', '/fees');
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the forms of facts and letters, and the pages beside them, have no accessibility faults in ${colorScheme} colours`, async ({
    browser,
  }) => {
    // The policy of the page beside the text would keep axe from running.
    const context = await browser.newContext({ colorScheme, reducedMotion: 'reduce', bypassCSP: true });
    for (const file of ['institute.yaml', 'settings/letters.yaml']) {
      const page = await editor.openEntry(context, file);
      await page.locator('#panel-fields details').evaluateAll((groups) => {
        for (const group of groups) group.setAttribute('open', '');
      });

      const faults = await axeFaults(page);
      const beside = await editor.open(context, `/staff/content/page?file=${file}`);
      await expect(beside.locator('main h1')).toBeVisible();
      faults.push(...(await axeFaults(beside)));

      expect([file, ...faults]).toEqual([file]);
      await page.close();
    }
    await context.close();
  });
}
