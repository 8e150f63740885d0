import { expect, test, type Page } from '@playwright/test';
import { editAddress, inFrame, serveEditor } from '../../browser/editor-site.ts';
import { findSmallTargets } from '../../browser/in-page-checks.ts';
import { focusFaults, tabTo } from '../../browser/keyboard.ts';
import { axeFaults } from '../../browser/page-problems.ts';

const editor = serveEditor();

// Without motion, because the focus is checked as soon as it moves.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

test('an entry is found, written, corrected and submitted by keyboard alone', async ({ context }) => {
  test.setTimeout(90_000);
  const page = await editor.open(context, '/staff/content');
  const { keyboard } = page;

  await tabTo(page, page.getByRole('searchbox'));
  await keyboard.type('soil carbon');
  await keyboard.press('Enter');
  await page.waitForURL(/q=soil/);
  await tabTo(page, page.getByRole('link', { name: 'Soil Carbon', exact: true }));
  await keyboard.press('Enter');
  await expect(inFrame(page).locator('h1')).toBeVisible({ timeout: 30_000 });

  const text = page.getByRole('textbox', { name: /^Text of/ });
  await tabTo(page, text);
  await keyboard.press('Control+End');
  await keyboard.type('\n\nBring a [tin](/courses/soil-helth) and boots');
  await keyboard.press('Control+Shift+ArrowLeft');
  await keyboard.press('Control+b');
  await expect(inFrame(page).locator('strong', { hasText: 'boots' })).toBeVisible();
  await keyboard.press('Control+End');
  await keyboard.type('. See ');
  await keyboard.press('Control+k');
  await keyboard.type('field survey');
  await keyboard.press('ArrowDown');
  await expect(page.locator('dialog[open] .editor-choice').first()).toBeFocused();
  await keyboard.press('ArrowUp');
  await keyboard.press('Enter');
  await expect(inFrame(page).locator('main a[href="/courses/field-survey"]').last()).toBeVisible();

  await tabTo(page, button(page, 'Insert'), { isBackwards: true });
  await keyboard.press('Enter');
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: /^Callout/ }));
  await keyboard.press('Enter');
  await tabTo(page, page.getByRole('dialog').getByLabel('Title'));
  await keyboard.type('Dry days');
  await tabTo(page, page.getByRole('dialog').getByLabel('Text'));
  await keyboard.type('We dig when it is dry.');
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Insert' }));
  await keyboard.press('Enter');
  await expect(inFrame(page).getByText('We dig when it is dry.')).toBeVisible();
  await expect(text).toBeFocused();

  await expect(page.locator('#problem-announcement')).toHaveText('1 problem in the text');
  await tabTo(page, button(page, /^Fix: /));
  await keyboard.press('Enter');
  await expect(page.locator('#problem-announcement')).toHaveText('No problems');
  await expect(page.getByRole('heading', { name: /^Problems/ })).toBeFocused();

  await tabTo(page, page.getByRole('tab', { name: 'Text' }), { isBackwards: true });
  await keyboard.press('ArrowRight');
  await tabTo(page, page.getByLabel('Credits', { exact: true }));
  await keyboard.press('Control+a');
  await keyboard.type('25');
  await keyboard.press('Tab');
  await expect(page.locator('.editor-state')).toHaveAttribute('data-state', 'saved');
  await expect(page.locator('#save-announcement')).toHaveText(/^Saved \d\d:\d\d$/);
  await tabTo(page, page.getByRole('link', { name: 'Check and submit' }), { isBackwards: true });
  await keyboard.press('Enter');
  await page.waitForURL(/\/changes\//);

  await tabTo(page, page.getByLabel('What did you change, and why? One sentence'));
  await keyboard.type('Boots, and 25 credits');
  await tabTo(page, button(page, 'Submit for review'));
  await keyboard.press('Enter');
  await expect(page.getByText('Another person has to approve these changes.')).toBeVisible();
  const details = page.getByRole('list', { name: 'Details that differ in Soil Carbon', exact: true });
  await expect(details.getByRole('listitem')).toHaveText(/^\s*Credits\s*\d+\s*→\s*is now\s*25/);
  await expect(page.getByRole('list', { name: 'What differs in Soil Carbon' })).toContainText('boots');
});

test('Tab leaves the text, also after Escape, and passes the preview in one stop', async ({ context }) => {
  const page = await editor.openEntry(context, 'courses/groundwater.mdx');
  const text = page.getByRole('textbox', { name: /^Text of/ });

  await text.focus();
  const before = await text.textContent();
  await page.keyboard.press('Tab');
  await expect(text).not.toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(text).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect(text).not.toBeFocused();

  await expect.poll(() => text.textContent()).toBe(before);
  await expect(page.getByText('Press Tab to leave the text. Ctrl B')).toBeVisible();
  await button(page, 'Phone').focus();
  const stops: string[] = [];
  for (let stop = 0; stop < 4; stop += 1) {
    await page.keyboard.press('Tab');
    stops.push(await page.evaluate(() => document.activeElement?.nodeName ?? ''));
  }
  expect(stops.filter((name) => name === 'IFRAME')).toHaveLength(1);
});

test('the editor is described to screen readers', async ({ context }) => {
  const page = await editor.openEntry(context, 'courses/soil-health.mdx');

  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Soil Health for Farm and Garden" [level=1]
      - tablist "Parts of the entry":
        - tab "Text" [selected]
        - tab "Details"
      - group "Format":
        - button "Heading"
        - button "Bold"
        - button "Italic"
        - button "List"
        - button "Numbered list"
        - button "Link"
        - button "Table"
        - button "Picture"
        - button "Callout"
        - button "Insert"
      - paragraph:
        - text: Your changes are saved as you type. Readers see them once they are published.
        - status
        - status
        - status: No problems
      - tabpanel "Text":
        - textbox "Text of courses/soil-health.mdx"
        - paragraph: /Press Tab to leave the text/
      - region "Problems none":
        - heading "Problems none" [level=2]
      - region "Accessibility none":
        - heading "Accessibility none" [level=2]
      - region "Page":
        - paragraph:
          - button "Desktop" [pressed]
          - button "Phone"
          - status
        - iframe
  `);
  await expect(page.getByRole('textbox', { name: /^Text of/ })).toHaveAccessibleDescription(
    'Press Tab to leave the text.',
  );
  await page.getByRole('tab', { name: 'Details' }).click();
  await expect(page.getByRole('tabpanel', { name: 'Details' })).toMatchAriaSnapshot(`
    - tabpanel "Details":
      - paragraph:
        - text: Title
        - textbox "Title": Soil Health for Farm and Garden
        - text: Heading of the page, and its title in search results.
      - paragraph:
        - combobox "Subject":
          - option "Soils" [selected]
      - paragraph:
        - spinbutton "Credits": "10"
      - group "Offerings":
        - group /Offerings 1. Every \\w+/:
          - paragraph:
            - combobox "Term"
        - button "Add to offerings"
  `);
});

test('the lists of the desk are described to screen readers', async ({ context }) => {
  const page = await editor.open(context, '/staff/content?q=groundwater');

  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Content" [level=1]
      - search "Content":
        - paragraph:
          - text: Title, address, file or person
          - searchbox "Title, address, file or person": groundwater
        - paragraph:
          - text: Kind
          - combobox "Kind"
        - paragraph:
          - button "Show"
      - navigation "States":
        - list:
          - listitem:
            - link "All"
          - listitem:
            - link /Live \\d+/
      - table /by title/:
        - rowgroup:
          - row "Title State Owner Updated More"
  `);
  await page.goto(new URL('/staff/content/pictures?q=groundwater', page.url()).href);
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Pictures" [level=1]
      - search "Pictures":
        - paragraph:
          - text: File name, description or page
          - searchbox "File name, description or page": groundwater
        - paragraph:
          - button "Show"
      - navigation "Use":
        - list:
          - listitem:
            - link /All \\d+/
      - list "1 picture":
        - listitem:
          - img /boreholes/
          - heading "groundwater.webp" [level=2]
          - term:
            - link "Groundwater"
          - definition: /boreholes/
  `);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the editor has no accessibility faults, small targets or hidden focus in ${colorScheme} colours on a phone`, async ({
    browser,
  }) => {
    test.setTimeout(60_000);
    const context = await browser.newContext({
      colorScheme,
      viewport: { width: 360, height: 740 },
      reducedMotion: 'reduce',
    });
    const page = await editor.open(context, editAddress('courses/catchment-planning.mdx'));
    await expect(page.locator('.editor-widths')).toBeHidden();
    const faults: string[] = [];
    const check = async () => {
      faults.push(...(await axeFaults(page)), ...(await page.evaluate(findSmallTargets)));
    };

    await check();
    await page.getByRole('tab', { name: 'Details' }).click();
    await expect(page.getByLabel('Title', { exact: true })).toBeVisible();
    await check();
    for (let stop = 0; stop < 12; stop += 1) {
      await page.keyboard.press('Tab');
      faults.push(...(await focusFaults(page)));
    }
    await page.getByRole('tab', { name: 'Text' }).click();
    await button(page, 'Picture').click();
    await button(page, 'Choose from the pictures of the site').click();
    await expect(page.locator('.editor-picture').first()).toBeVisible();
    await check();

    expect(faults).toEqual([]);
    await context.close();
  });
}
