import { expect, test, type Page } from '@playwright/test';
import { axeFaults } from '#test/browser/page-problems.ts';

type Fake = {
  name: string;
  execute(input: object, options: { signal: AbortSignal }): Promise<Record<string, unknown>>;
};

/** Adds a stub of WebMCP to a page. Tool names are unique, and a tool is removed when its signal aborts. */
function addModelContext(): void {
  const tools = new Map<string, Fake>();
  Object.defineProperty(document, 'modelContext', {
    value: {
      async registerTool(tool: Fake, { signal }: { signal?: AbortSignal } = {}) {
        if (!/^[\w.-]{1,128}$/.test(tool.name)) throw new DOMException('name', 'InvalidStateError');
        if (tools.has(tool.name)) throw new DOMException('taken', 'InvalidStateError');
        JSON.stringify(tool);
        signal?.throwIfAborted();
        signal?.addEventListener('abort', () => tools.delete(tool.name));
        tools.set(tool.name, tool);
      },
      async executeTool(name: string, input: object) {
        const result = await tools.get(name)!.execute(input, { signal: new AbortController().signal });
        return JSON.parse(JSON.stringify(result)) as object;
      },
      getTools: () => [...tools.keys()].sort(),
    },
  });
}

async function callTool(page: Page, name: string, input: object): Promise<Record<string, unknown>> {
  await expect.poll(() => page.evaluate('document.modelContext.getTools().length')).toBe(5);
  return page.evaluate(
    `document.modelContext.executeTool(${JSON.stringify(name)}, ${JSON.stringify(input)})`,
  );
}

test('a browser assistant searches, and opens only pages of this site', async ({ page }) => {
  await page.addInitScript(addModelContext);
  await page.goto('/about');

  const answer = await callTool(page, 'search', { query: 'soil', limit: 2 });
  const refused = [];
  for (const url of [
    'https://evil.example/',
    '//evil.example/',
    'javascript:alert(1)',
    'http://localhost:1/fees',
    '/no/such/page',
    '/api/health',
  ]) {
    refused.push(await callTool(page, 'open_page', { url }));
  }
  await callTool(page, 'open_page', { url: '/fees' });

  expect(answer['results']).toHaveLength(2);
  expect(JSON.stringify(answer)).not.toContain('<mark>');
  for (const { error } of refused) expect(error).toBeTruthy();
  await expect(page).toHaveURL('/fees');
});

test('a browser assistant fills in the registration form from another page without sending it', async ({
  page,
}) => {
  const posted: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && posted.push(request.url()));
  await page.addInitScript(addModelContext);
  await page.goto('/register');
  const code = (await page.locator('[name="courses"]').first().getAttribute('value'))!;
  await page.goto('/about');

  await callTool(page, 'fill_registration_form', {
    courses: [code.toLowerCase()],
    studentNumber: 'LK204816',
    givenName: 'Ada',
    email: 'ada@example.org',
  });
  await expect(page).toHaveURL(`/register?course=${code}`);
  await expect(page.locator('#givenName')).toHaveValue('Ada');
  const again = await callTool(page, 'fill_registration_form', { familyName: 'Byron', courses: ['NOPE999'] });

  await expect(page.locator(`[value="${code}"]`)).toBeChecked();
  await expect(page.locator('#familyName')).toHaveValue('Byron');
  await expect(page.locator('[data-status]')).not.toBeEmpty();
  expect(again).toMatchObject({
    filled: { courses: [code] },
    notFilled: [expect.stringContaining('NOPE999')],
  });
  expect(posted).toEqual([]);
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
});

test('a browser assistant fills in an application, without consent, and never sends it', async ({ page }) => {
  await page.addInitScript(addModelContext);
  const posted: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && posted.push(request.url()));
  await page.goto('/apply');
  const program = await page.locator('#program option').nth(1).textContent();
  const course = await page.locator('[name="courses"]').first().getAttribute('value');
  await page.goto('/fees');

  await callTool(page, 'fill_application_form', {
    program: program?.trim(),
    courses: [course],
    givenName: 'Ada',
    qualifications: 'Mathematics',
    consent: 'yes',
  });
  await expect(page).toHaveURL(/\/apply\?/);
  await expect(page.locator('#givenName')).toHaveValue('Ada');

  await expect(page.locator('#program option:checked')).toHaveText(program ?? '');
  await expect(page.locator(`[value="${course}"]`)).toBeChecked();
  await expect(page.locator('#qualifications')).toHaveValue('Mathematics');
  await expect(page.locator('#consent')).not.toBeChecked();
  const asked = await callTool(page, 'fill_enquiry_form', { about: 'nothing', question: 'When?' });
  expect(asked).toMatchObject({ opening: expect.stringContaining('/enquire') });
  await expect(page.locator('#question')).toHaveValue('When?');
  expect(posted).toEqual([]);
});

test('browsers without WebMCP do not load the tools', async ({ page }) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));

  await page.goto('/register', { waitUntil: 'networkidle' });

  expect(requested.filter((url) => url.includes('register-tools'))).toEqual([]);
});

test('a page is copied as Markdown, with a confirmation', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/fees');

  const menu = page.locator('.page-actions summary');
  await menu.click();
  await page.getByRole('button', { name: 'Copy Markdown' }).click();

  await expect(page.locator('.page-actions [role="status"]')).not.toBeEmpty();
  const twin = await page.request.get('/fees.md');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await twin.text());
  await expect(page.getByRole('link', { name: 'View Markdown' })).toHaveAttribute('href', '/fees.md');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('link', { name: 'View Markdown' })).toBeHidden();
  await expect(menu).toBeFocused();
});

test('/developers shows a search response, is accessible and fits a phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/developers');

  await page.getByRole('button', { name: 'Send' }).click();

  await expect(page.locator('[data-answer-body]')).toContainText('"results"');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await axeFaults(page)).toEqual([]);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});
