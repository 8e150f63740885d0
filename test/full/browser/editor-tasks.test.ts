import { expect, test, type Browser, type Page } from '@playwright/test';
import sharp from 'sharp';
import { sessionCookie, type MemberName } from '#test/staff-session.ts';
import { serveDesk, type DeskSite } from '#test/http/desk-site.ts';
import { createVisitor, type Visitor } from '../../browser/visitor.ts';

// Tasks of an editor who has never used git. docs/editor-tasks.md lists the steps of each.

let desk: DeskSite;

test.describe.configure({ timeout: 120_000 });
test.use({ actionTimeout: 15_000 });

test.beforeAll(async () => {
  test.setTimeout(120_000);
  desk = await serveDesk();
  // The process that renders drafts takes seconds to start.
  await desk.text('/staff/content/page?file=pages/about.mdx', 'editor');
});

test.afterEach(async ({ browser }) => {
  for (const context of browser.contexts()) await context.close();
});

test.afterAll(async () => {
  await desk.remove();
});

async function open(
  browser: Browser,
  member: MemberName | undefined,
  path = '/staff/content',
): Promise<Visitor> {
  const { origin } = desk.repository.site;
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  if (member) await context.addCookies([{ ...(await sessionCookie(member)), url: origin }]);
  const visitor = createVisitor(await context.newPage());
  await visitor.page.goto(path.startsWith('http') ? path : origin + path);
  return visitor;
}

/** Opens an entry from the list. @param link the link in its row: its title, or "More about" and its title */
async function find(visitor: Visitor, words: string, link: string): Promise<void> {
  await visitor.fill('Title, address, file or person', words);
  await visitor.click(visitor.find('button', 'Show'));
  await visitor.click(visitor.find('link', link));
}

const inFrame = (page: Page) => page.frameLocator('iframe[name="page-frame"]');

async function openDetails(visitor: Visitor): Promise<void> {
  await visitor.click(visitor.page.getByRole('tab', { name: 'Details' }));
}

/** Replaces the whole text below the details. */
async function write(visitor: Visitor, text: string): Promise<void> {
  const { page } = visitor;
  await visitor.click(page.locator('.cm-content'));
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text);
}

async function submit(visitor: Visitor, sentence: string): Promise<void> {
  const { page } = visitor;
  await visitor.click(visitor.find('link', 'Check and submit'));
  await visitor.fill('What did you change, and why? One sentence', sentence);
  await visitor.click(visitor.find('button', 'Submit for review'));
  await expect(page.getByText('Another person has to approve these changes.')).toBeVisible();
}

/** A reviewer finds the change on the overview, approves it and opens the live page. */
async function approve(browser: Browser, title: string): Promise<Page> {
  const reviewer = await open(browser, 'reviewer', '/staff');
  const { page } = reviewer;
  await page
    .getByRole('definition')
    .filter({ has: page.locator('a[href="/staff/content/changes"]') })
    .getByRole('link')
    .click();
  await page.getByRole('region', { name: 'To be reviewed' }).getByRole('link', { name: title }).click();
  await page.getByRole('button', { name: 'Approve and publish' }).click();
  await expect(page.getByText('Live since')).toBeVisible({ timeout: 60_000 });
  await page.getByRole('link', { name: 'Open the live page' }).first().click();
  return page;
}

async function saved({ page }: Visitor): Promise<void> {
  await expect(page.locator('.editor-state')).toHaveText(/^Saved/, { timeout: 15_000 });
}

test('change a fee', async ({ browser }) => {
  const visitor = await open(browser, 'editor');
  const { page } = visitor;

  await find(visitor, 'soil science', 'Soil Science');
  await openDetails(visitor);
  await visitor.fill(page.getByLabel('Fee', { exact: true }).first(), '745');
  await page.keyboard.press('Tab');
  await expect(inFrame(page).getByText('£745').first()).toBeVisible();
  await saved(visitor);
  await submit(visitor, 'The fee of Soil Science rises.');
  const live = await approve(browser, 'Soil Science');

  await expect(live.getByRole('article').getByText('£745').first()).toBeVisible();
  visitor.expectAtMost({ clicks: 5, fields: 3, pages: 5 });
});

test('cancel a term', async ({ browser }) => {
  const visitor = await open(browser, 'editor');
  const { page } = visitor;

  await find(visitor, 'groundwater', 'Groundwater');
  await openDetails(visitor);
  const offering = page.getByRole('group', { name: 'Offerings 2' });
  await visitor.click(offering.getByText('Cancelled', { exact: true }));
  const cancelled = offering.locator('details', { hasText: 'Cancelled' });
  await visitor.choose(cancelled.getByLabel('Term'), 'Spring 2027');
  await visitor.fill(cancelled.getByLabel('What students can do instead'), 'Take it online in autumn.');
  await page.keyboard.press('Tab');
  await expect(inFrame(page).getByText('Take it online in autumn.').first()).toBeVisible();
  await expect(page.locator('#editor-problems li')).toHaveCount(0);
  await saved(visitor);
  await submit(visitor, 'Groundwater does not take place in spring 2027.');

  visitor.expectAtMost({ clicks: 6, fields: 4, pages: 5 });
});

test('add news for next Monday', async ({ browser }) => {
  const visitor = await open(browser, 'editor');
  const { page } = visitor;
  const monday = nextMonday();

  await visitor.click(visitor.find('link', 'New entry'));
  await visitor.check(page.getByRole('radio', { name: 'News' }));
  await visitor.fill('Title', 'Curlews on the low meadows');
  await visitor.click(visitor.find('button', 'Create the draft'));
  await write(visitor, 'Two pairs of curlews nest on the low meadows. Please keep to the paths.\n');
  await openDetails(visitor);
  await visitor.fill('Summary', 'Two pairs of curlews nest on the low meadows this spring.');
  await visitor.fill('Date', monday);
  await page.keyboard.press('Tab');
  await expect(page.locator('#editor-problems li')).toHaveCount(0);
  await saved(visitor);
  await submit(visitor, 'News for Monday');
  const reviewer = await open(browser, 'reviewer', page.url());
  await reviewer.page.getByRole('button', { name: 'Approve and publish' }).click();
  await expect(reviewer.page.locator('.done', { hasText: 'Readers can see it from' })).toBeVisible({
    timeout: 60_000,
  });

  const state = await reviewer.page.request.get(
    `${desk.repository.site.origin}/staff/content?q=curlews&state=scheduled`,
  );
  expect(await state.text()).toContain('Curlews on the low meadows');
  visitor.expectAtMost({ clicks: 6, fields: 5, pages: 5 });
});

test('add a course with a picture', async ({ browser }) => {
  const visitor = await open(browser, 'editor');
  const { page } = visitor;
  const photo = sharp({ create: { width: 1800, height: 1200, channels: 3, background: '#6a8' } });

  await visitor.click(visitor.find('link', 'New entry'));
  await visitor.check(page.getByRole('radio', { name: 'Course' }));
  await visitor.fill('Title', 'Hedges and Banks');
  await visitor.click(visitor.find('button', 'Create the draft'));
  await write(visitor, 'You lay a hedge and build a bank.\n\n## What you study\n\nTools, stakes and turf.\n');
  await openDetails(visitor);
  await visitor.fill('Summary', 'How hedges are laid and banks are built, and what lives in them.');
  await visitor.choose(page.getByLabel('Subject', { exact: true }), 'Restoration');
  await visitor.choose(page.getByLabel('Level', { exact: true }), 'Level 4, certificate');
  await visitor.fill(page.getByLabel('Credits', { exact: true }), '10');
  await visitor.fill(page.getByLabel('Fee', { exact: true }).first(), '360');
  await visitor.click(visitor.find('button', 'Add to people'));
  await visitor.choose(page.getByLabel('People 1', { exact: true }), 'Ines Calder');
  await visitor.fill('Outcomes 1', 'lay a hedge with a billhook');
  await visitor.fill('Outcomes 2', 'build a bank of turf and stone');
  await visitor.click(page.locator('summary', { hasText: 'Picture' }));
  await visitor.click(visitor.find('button', 'Choose a picture'));
  const dialog = page.getByRole('dialog', { name: 'Insert a picture' });
  await dialog.getByLabel('File', { exact: true }).setInputFiles({
    name: 'IMG 0815.jpg',
    mimeType: 'image/jpeg',
    buffer: await photo.jpeg().toBuffer(),
  });
  await visitor.fill('What does it show?', 'A laid hedge in winter.');
  await visitor.click(dialog.getByRole('button', { name: 'Insert' }));
  await expect(inFrame(page).getByAltText('A laid hedge in winter.').first()).toBeVisible({
    timeout: 20_000,
  });
  await expect(page.locator('#editor-problems li')).toHaveCount(0);
  await saved(visitor);
  await submit(visitor, 'A new course');
  const live = await approve(browser, 'Hedges and Banks');

  const shown = live.getByAltText('A laid hedge in winter.').first();
  await expect(shown).toBeVisible();
  await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(300);
  visitor.expectAtMost({ clicks: 10, fields: 12, pages: 5 });
});

/** Typical mistakes of editors: the correct text, and the text that replaces it. */
const mistakes: readonly (readonly [string, string])[] = [
  ['credits: 10', 'credit: 10'],
  ['subject: soils', 'subject: soil'],
  ['mode: online', 'mode: onlin'],
  ['[Soil Science](/courses/soil-science)', '[Soil Science](/courses/soil-scince)'],
  ['## Assessment', '#### Assessment'],
  ['\n## Preparation', '\n[The assessment](#asessment)\n\n<Callot>\n\nText.\n\n</Callot>\n\n## Preparation'],
  ['\n## Preparation', '\n<Callout titel="Boots">\n\nText.\n\n</Callout>\n\n## Preparation'],
  ['\n## Preparation', '\n<Fee course="SOIL1O1" />\n\n# Preparation'],
];

test('fix ten typical mistakes by the offered fix', async ({ browser }) => {
  const file = 'courses/soil-health.mdx';
  const correct = desk.repository.pushed.git('show', `HEAD:${file}`) + '\n';
  const text = mistakes.reduce((changed, [right, wrong]) => changed.replace(right, wrong), correct);
  const basedOn = desk.repository.pushed.git('rev-parse', `HEAD:${file}`);
  const stored = await desk.save('editor', { file, version: 0, basedOn, text });
  expect(stored.status).toBe(200);
  const visitor = await open(browser, 'editor', `/staff/content/edit?file=${file}`);
  const { page } = visitor;
  const fixes = page.locator('#editor-problems').getByRole('button', { name: /^Fix/ });
  await expect(fixes).toHaveCount(10, { timeout: 30_000 });

  for (let left = 10; left > 0; left -= 1) {
    await visitor.click(fixes.first());
    await expect(fixes).toHaveCount(left - 1);
  }

  await expect(page.locator('#editor-problems li')).toHaveCount(0);
  await saved(visitor);
  visitor.expectAtMost({ clicks: 10, fields: 0, pages: 1 });
});

test('rename a page', async ({ browser }) => {
  const visitor = await open(browser, 'editor');
  const { page } = visitor;

  await find(visitor, 'bursaries', 'More about Bursaries');
  await visitor.click(visitor.find('link', 'Rename or move'));
  await visitor.fill('Name in the address', 'money/grants');
  await visitor.click(visitor.find('button', 'Rename'));
  await expect(page.getByText('handbook/money/grants.mdx').first()).toBeVisible();
  await submit(visitor, 'Call bursaries grants.');
  visitor.expectAtMost({ clicks: 6, fields: 3, pages: 7 });
  await approve(browser, 'Bursaries');

  await page.goto(`${desk.repository.site.origin}/handbook/money/bursaries`);
  await expect(page).toHaveURL(/\/handbook\/money\/grants$/);
});

test('show a draft to someone without an account', async ({ browser }) => {
  const visitor = await open(browser, 'editor');
  const { page } = visitor;

  await find(visitor, 'contact', 'Contact');
  await expect(inFrame(page).locator('h1')).toBeVisible({ timeout: 30_000 });
  await visitor.click(page.locator('.cm-content'));
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText('\n\nWe also answer letters.\n');
  await saved(visitor);
  await visitor.click(visitor.find('link', 'Check and submit'));
  await visitor.click(visitor.find('button', 'Create a preview link'));
  const address = (await page.locator('.desk-link').getAttribute('href')) ?? '';
  const stranger = await open(browser, undefined, new URL(address).pathname);

  await expect(stranger.page.getByText('We also answer letters.')).toBeVisible();
  visitor.expectAtMost({ clicks: 5, fields: 1, pages: 5 });
});

test('undo yesterday’s change', async ({ browser }) => {
  const file = 'news/library-evenings.mdx';
  const before = desk.repository.pushed.git('show', `HEAD:${file}`);
  desk.repository.pushed.push({ [file]: `${before}\n\nThis was a mistake.\n` }, 'Add a sentence');
  await desk.repository.callHook();
  await desk.waitFor('/news/library-evenings', 'This was a mistake.');
  const visitor = await open(browser, 'editor');
  const { page } = visitor;

  await find(visitor, 'library-evenings', 'More about The Mill Library stays open two evenings a week');
  await visitor.click(page.getByRole('region', { name: 'History' }).getByRole('link').nth(1));
  await visitor.click(visitor.find('button', 'Restore this version as a draft'));
  await visitor.fill('What did you change, and why? One sentence', 'The sentence was a mistake.');
  await visitor.click(visitor.find('button', 'Submit for review'));
  const title = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
  const live = await approve(browser, title);

  await expect(live.getByText('This was a mistake.')).toHaveCount(0);
  visitor.expectAtMost({ clicks: 5, fields: 2, pages: 6 });
});

test('put up a notice', async ({ browser }) => {
  const visitor = await open(browser, 'editor');
  const { page } = visitor;

  await find(visitor, 'notice', 'Notice');
  await visitor.fill(
    page.getByRole('textbox', { name: 'Text', exact: true }),
    'Weir House is closed for snow.',
  );
  await visitor.fill('Until', '2099-01-15');
  await page.keyboard.press('Tab');
  await expect(inFrame(page).getByText('Weir House is closed for snow.')).toBeVisible();
  await saved(visitor);
  await submit(visitor, 'Snow');
  const live = await approve(browser, 'Notice');

  await expect(live.getByText('Weir House is closed for snow.')).toBeVisible();
  visitor.expectAtMost({ clicks: 4, fields: 4, pages: 5 });
});

test('resolve a conflict', async ({ browser }) => {
  const path = '/staff/content/edit?file=pages/visit.mdx';
  const first = await open(browser, 'editor', path);
  const second = await open(browser, 'reviewer', path);
  for (const { page } of [first, second]) {
    await expect(inFrame(page).locator('h1')).toBeVisible({ timeout: 30_000 });
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+End');
  }

  await first.page.keyboard.insertText(' The first adds this.');
  await saved(first);
  await second.page.keyboard.insertText(' The second adds that.');
  const dialog = second.page.getByRole('dialog', { name: 'Two versions of this text' });
  await expect(dialog).toContainText('Member editor wrote');
  await expect(dialog.locator('mark')).toHaveText(['second ', 'that.', 'first ', 'this.']);
  const [mine, theirs] = await dialog.locator('.editor-conflict-versions > div').all();
  expect((await mine?.boundingBox())?.y).toBe((await theirs?.boundingBox())?.y);
  await second.check(dialog.getByLabel('Keep both'));
  await second.click(dialog.getByRole('button', { name: 'Save the text' }));

  await saved(second);
  await expect(inFrame(second.page).getByText('The first adds this.')).toBeVisible();
  await expect(inFrame(second.page).getByText('The second adds that.')).toBeVisible();
  second.expectAtMost({ clicks: 1, fields: 1, pages: 1 });
});

/** `2027-01-11` */
function nextMonday(): string {
  const day = new Date();
  day.setUTCDate(day.getUTCDate() + ((8 - day.getUTCDay()) % 7 || 7));
  return day.toISOString().slice(0, 10);
}
