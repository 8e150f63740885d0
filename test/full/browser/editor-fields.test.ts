import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import { inFrame, serveEditor } from '#test/browser/editor-site.ts';

const editor = serveEditor();

async function openDetails(context: BrowserContext, file: string): Promise<Page> {
  const page = await editor.openEntry(context, file);
  await page.getByRole('tab', { name: 'Details' }).click();
  return page;
}

const titleOf = (page: Page) => page.getByLabel('Title', { exact: true });

test('the preview follows typing in a field, which keeps its focus and its cursor', async ({ context }) => {
  const page = await openDetails(context, 'courses/soil-science.mdx');
  const title = titleOf(page);

  await title.press('Home');
  await page.keyboard.type('Deep ');
  await expect(inFrame(page).locator('h1')).toHaveText('Deep Soil Science');
  await expect(page.locator('.editor-state')).toHaveText(/^Saved/);
  await page.keyboard.type('wet ');

  await expect(inFrame(page).locator('h1')).toHaveText('Deep wet Soil Science');
  await expect(title).toBeFocused();
  expect(await title.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe('Deep wet '.length);
});

test('the preview follows text during the composition of an input method, and does not interrupt it', async ({
  context,
}) => {
  const page = await openDetails(context, 'courses/soil-health.mdx');
  const title = titleOf(page);
  const keys = await context.newCDPSession(page);
  const ends = await title.evaluateHandle((input) => {
    const seen = { count: 0 };
    input.addEventListener('compositionend', () => (seen.count += 1));
    return seen;
  });

  await title.press('End');
  await keys.send('Input.imeSetComposition', { text: ' す', selectionStart: 2, selectionEnd: 2 });
  await expect(inFrame(page).locator('h1')).toContainText('す');
  await keys.send('Input.imeSetComposition', { text: ' すい', selectionStart: 3, selectionEnd: 3 });
  await expect(inFrame(page).locator('h1')).toContainText('すい');
  const during = await ends.evaluate(({ count }) => count);
  await keys.send('Input.insertText', { text: ' 水' });

  await expect(title).toHaveValue(/ 水$/);
  await expect(inFrame(page).locator('h1')).toContainText('水');
  await expect(inFrame(page).locator('h1')).not.toContainText('すい');
  expect(during).toBe(0);
});

test('one undo in the text removes a word that was typed in a field', async ({ context }) => {
  const page = await openDetails(context, 'courses/soil-carbon.mdx');
  const heading = inFrame(page).locator('h1');
  const before = await heading.textContent();

  await titleOf(page).press('End');
  await page.keyboard.type(' again');
  await expect(heading).toHaveText(`${before} again`);
  await page.getByRole('tab', { name: 'Text' }).click();
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+z');

  await expect(heading).toHaveText(before ?? '');
  await page.getByRole('tab', { name: 'Details' }).click();
  await expect(titleOf(page)).toHaveValue(before ?? '');
});

test('a number that is cleared and typed again stays on its line, and the rest of the file is unchanged', async ({
  context,
}) => {
  const file = 'courses/remote-sensing.mdx';
  const page = await openDetails(context, file);
  const fee = page.getByRole('spinbutton', { name: 'Fee' }).first();

  await fee.fill('');
  await expect(page.locator('#editor-problems li')).not.toHaveCount(0);
  await fee.pressSequentially('777');

  await expect(page.locator('#editor-problems li')).toHaveCount(0);
  await expect(page.locator('.editor-state')).toHaveText(/^Saved/);
  const changed = editor.git('show', `HEAD:${file}`).replace(/^fee: .*$/m, 'fee: 777');
  await page.reload();
  await expect(page.locator('textarea[name="text"]')).toHaveValue(`${changed.trimEnd()}\n`);
});

test('an emptied item of a list is kept, and the other items keep their positions', async ({ context }) => {
  const page = await openDetails(context, 'courses/catchment-planning.mdx');
  const outcome = (number: number) => page.getByRole('textbox', { name: `Outcomes ${number}`, exact: true });
  const third = await outcome(3).inputValue();

  await outcome(1).fill('');
  await outcome(1).press('Tab');
  await expect(page.locator('#editor-problems li')).not.toHaveCount(0);
  await outcome(2).fill('plan with what is not known');
  await outcome(1).fill('find what harms a catchment');
  await expect(page.locator('#editor-problems li')).toHaveCount(0);

  const shown = inFrame(page).locator('li');
  for (const text of ['find what harms a catchment', 'plan with what is not known', third]) {
    await expect(shown.filter({ hasText: text })).toHaveCount(1);
  }
});

test('a year that is still being typed changes nothing until the field is left', async ({ context }) => {
  const page = await openDetails(context, 'news/library-evenings.mdx');
  const date = page.getByLabel('Date', { exact: true });
  const state = page.locator('.editor-state');

  await date.focus();
  await page.keyboard.type('0111');
  await expect(state).toHaveText(/^Saved/);
  const before = await state.textContent();
  await page.keyboard.type('2');
  const whileTyping = [await date.inputValue(), await state.textContent()];
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');

  expect(whileTyping).toEqual(['0002-01-11', before]);
  await expect(page.locator('#editor-problems')).toContainText('0002');
});
