import { expect, test } from '@playwright/test';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDecisions } from '#lib/store/forms/decisions.ts';
import { createRegistrations } from '#lib/store/forms/registrations.ts';
import { openStore, type Store } from '#lib/store/open.ts';
import { sessionCookie, staffSettings } from '#test/staff-session.ts';
import { startSmtp, type MailServer } from '#test/stand-ins/smtp.ts';
import { createVisitor } from '#test/browser/visitor.ts';
import { offered, openTerm, serveForms, type FormsSite } from '#test/http/forms-site.ts';

/** The two courses with the fewest seats, and one with more than enough. docs/registrar.md lists the clicks. */
const bySeats = offered
  .map(({ code, offerings }) => ({ code, seats: offerings.reduce((sum, each) => sum + each.seats, 0) }))
  .toSorted((a, b) => a.seats - b.seats);
const full = bySeats.slice(0, 2);
const roomy = bySeats.at(-1)!;
const morning = Date.parse('2026-11-20T07:00:00Z');

let smtp: MailServer;
let site: FormsSite;
let store: Store;
let count = 0;

/** Stores a confirmed registration. @returns its reference */
async function register(code: string, { student = count + 1, minute = 0 } = {}): Promise<string> {
  count += 1;
  const email = `student${count}@example.org`;
  const { reference } = await createRegistrations(store).insertOnce(
    {
      studentNumber: `LK${String(100_000 + student)}`,
      givenName: 'Ana',
      familyName: `Ng ${student}`,
      email,
      emailKey: email,
      term: openTerm.id,
      courses: [code],
      note: null,
      receivedAt: morning + (minute + count) * 60_000,
    },
    {
      seats: Object.fromEntries(bySeats.map((course) => [course.code, course.seats])),
      sameWithin: 0,
      needsConfirmation: false,
      createReference: () => `R-M0RN-${String(count).padStart(4, '0')}`,
      mailsFor: () => [],
    },
  );
  return reference;
}

const withdraw = (reference: string) =>
  createRegistrations(store).withdraw(reference, { now: Date.now(), mails: [] });

/** With a place in the first of the full courses. */
const placed: string[] = [];

test.beforeAll(async () => {
  test.setTimeout(120_000);
  const dataDir = await mkdtemp(join(tmpdir(), 'morning-'));
  store = await openStore({ dataDir });
  for (const { code, seats } of full)
    for (let seat = 0; seat < seats; seat += 1) placed.push(await register(code));
  await createDecisions(store).decide({
    references: placed,
    decision: 'place',
    seats: () => 1000,
    who: 'registrar@example.org',
    now: morning,
    seen: undefined,
    reasonFor: () => '',
    hasSeen: () => true,
    letterFor: () => undefined,
  });
  for (const { code } of full) for (let index = 0; index < 3; index += 1) await register(code);
  for (let index = 0; index < 11; index += 1) await register(roomy.code);
  const last = count;
  for (const student of [last, last - 1, last - 2]) await register(roomy.code, { student });
  await withdraw(placed[0] ?? '');
  smtp = await startSmtp();
  site = await serveForms({
    ...staffSettings,
    DATA_DIR: dataDir,
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Larkmoor <office@larkmoor.example>',
  });
});

test.afterAll(async () => {
  await store.close();
  await site.remove();
  await smtp.stop();
});

test('at 768 px, titles are beside the codes of courses without a seat, and on a phone, the numbers of a course are in one line', async ({
  context,
  page,
}) => {
  await context.addCookies([{ ...(await sessionCookie('registrar')), url: site.origin }]);

  await page.setViewportSize({ width: 768, height: 800 });
  await page.goto(`${site.origin}/staff/registrations?decision=waiting`);
  const widths = await page
    .locator('tbody .course-title')
    .evaluateAll((titles) => titles.map((title) => title.clientWidth));
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`${site.origin}/staff/seats`);
  const tops = await page
    .locator('.seats-table tbody tr')
    .first()
    .locator('.number')
    .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().top));

  expect(widths).toHaveLength(6);
  expect(Math.min(...widths)).toBeGreaterThan(90);
  expect([tops.length, new Set(tops).size]).toEqual([4, 1]);
});

test('a morning of 20 new registrations, three conflicts and two full courses takes 13 clicks, and a free seat two more', async ({
  context,
  page,
}) => {
  await context.addCookies([{ ...(await sessionCookie('registrar')), url: site.origin }]);
  const registrar = createVisitor(page);
  const { find } = registrar;
  await page.goto(`${site.origin}/staff`);

  await expect(find('link', '1 full course has a free seat again')).toBeVisible();
  await registrar.click(find('link', '3 students have registrations under two email addresses'));
  for (const conflict of [1, 2, 3]) {
    await registrar.click(page.locator('tbody .row-link').first());
    await registrar.click(find('button', 'Keep this one'));
    if (conflict < 3) await registrar.click(find('link', 'Conflicts'));
  }
  await registrar.click(find('link', 'To decide'));
  await registrar.click(page.getByRole('checkbox', { name: 'All 17', exact: true }));
  await registrar.click(find('button', 'Give a place'));
  await expect(
    page.getByText('This will happen to 17 registrations: 12 places, 5 on a waiting list'),
  ).toBeVisible();
  await registrar.click(find('button', 'Decide and write to these students'));

  await expect(page.getByRole('status')).toHaveText(
    'Decided about 17 registrations: 12 places, 5 on a waiting list.',
  );
  await expect(find('button', 'Undo')).toBeInViewport();
  registrar.expectAtMost({ clicks: 13, fields: 0, pages: 13 });

  await withdraw(placed[1] ?? '');
  await page.goto(`${site.origin}/staff`);
  await registrar.click(find('link', '1 full course has a free seat again'));
  await registrar.click(find('button', /^Give the free place to the next: Ana Ng/));

  await expect(page.getByRole('status')).toContainText(': 1 place.');
  registrar.expectAtMost({ clicks: 15, fields: 0, pages: 16 });
});
