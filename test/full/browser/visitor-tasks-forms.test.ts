import { expect, test, type Page } from '@playwright/test';
import { registration } from '#test/http/forms-site.ts';
import { tabTo } from '#test/browser/keyboard.ts';
import { layoutFaults } from '#test/browser/page-problems.ts';
import { useForms } from '#test/browser/use-site.ts';
import { createVisitor, type Visitor } from '#test/browser/visitor.ts';

/** The tasks of docs/visitor-tasks.md that end with a form. */
const site = useForms();

const peat = 'REST201';
const soil = 'SOIL101';

async function fillInPerson(visitor: Visitor): Promise<void> {
  await visitor.fill('Given name', 'Zoë');
  await visitor.fill('Family name', 'Ng');
  await visitor.fill('Email', 'zoe@example.org');
}

test('apply for a diploma', async ({ page }) => {
  const visitor = createVisitor(page);
  await page.goto(`${site.origin}/programs/diploma-catchment-restoration`);

  await visitor.click(page.getByRole('article').getByRole('link', { name: 'Apply' }));
  await expect(page.getByLabel('Programme')).toHaveValue('diploma-catchment-restoration');
  await fillInPerson(visitor);
  await visitor.fill('Your qualifications and experience', 'Four years on a farm');
  await visitor.check(page.getByRole('checkbox', { name: /You may use/ }));
  await visitor.click(page.getByRole('button', { name: 'Send application' }));

  await expect(page.locator('.reference')).toContainText(/A-[0-9A-Z]{4}-[0-9A-Z]{4}/);
  await expect(page.getByRole('article')).toContainText('within ten working days');
  visitor.expectAtMost({ clicks: 2, fields: 5, pages: 3 });
});

test('ask a question about a course', async ({ page }) => {
  const visitor = createVisitor(page);
  await page.goto(`${site.origin}/courses/peatland-restoration`);

  await visitor.click(page.getByRole('article').getByRole('link', { name: 'Ask us by email' }));
  await expect(page.getByLabel('What is your question about?')).toHaveValue('/courses/peatland-restoration');
  await visitor.fill('Your question', 'May I bring my dog to the moss?');
  await visitor.fill('Name', 'Zoë Ng');
  await visitor.fill('Email', 'zoe@example.org');
  await visitor.click(page.getByRole('button', { name: 'Send question' }));

  await expect(page.locator('.reference')).toContainText(/E-[0-9A-Z]{4}-[0-9A-Z]{4}/);
  visitor.expectAtMost({ clicks: 2, fields: 3, pages: 3 });
});

/** Registers for two courses, from the page of the first, with a mistyped student number. */
async function registerForTwo(page: Page): Promise<Visitor> {
  const visitor = createVisitor(page);
  const { studentNumber } = registration();
  await page.goto(`${site.origin}/courses/peatland-restoration`);
  await visitor.click(page.getByRole('article').getByRole('link', { name: 'Register' }).first());
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Register for Peatland Restoration');

  await visitor.fill('Student number', 'LK20');
  await fillInPerson(visitor);
  await visitor.click(page.locator('summary').filter({ hasText: 'Soils (' }));
  await visitor.check(page.locator(`input[name="courses"][value="${soil}"]`));
  await visitor.click(page.getByRole('button', { name: 'Send registration' }));
  const problem = page.getByRole('group', { name: 'There is a problem' });
  await expect(problem.getByRole('link')).toHaveCount(1);
  await expect(page.getByLabel('Given name')).toHaveValue('Zoë');
  await visitor.click(problem.getByRole('link', { name: /student number/ }));
  await visitor.fill('Student number', studentNumber);
  await visitor.click(page.getByRole('button', { name: 'Send registration' }));

  await expect(page.locator('.reference')).toContainText(/R-[0-9A-Z]{4}-[0-9A-Z]{4}/);
  for (const code of [peat, soil]) await expect(page.getByRole('article')).toContainText(code);
  expect(
    await site.read(`select course_set from registrations where student_number = '${studentNumber}'`),
  ).toEqual([{ course_set: `${peat} ${soil}` }]);
  return visitor;
}

test('register for two courses with an error on the way', async ({ page }) => {
  const visitor = await registerForTwo(page);

  visitor.expectAtMost({ clicks: 5, fields: 6, pages: 3 });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('register for two courses with an error on the way', async ({ page }) => {
    const visitor = await registerForTwo(page);

    visitor.expectAtMost({ clicks: 5, fields: 6, pages: 4 });
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('register for two courses with an error on the way', async ({ page }) => {
    const visitor = await registerForTwo(page);

    expect(await layoutFaults(page)).toEqual([]);
    visitor.expectAtMost({ clicks: 5, fields: 6, pages: 3 });
  });
});

test('register for two courses by keyboard alone, with an error on the way', async ({ page }) => {
  const { studentNumber } = registration();
  const { keyboard } = page;
  const send = page.getByRole('button', { name: 'Send registration' });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${site.origin}/courses/peatland-restoration`);

  await tabTo(page, page.getByRole('article').getByRole('link', { name: 'Register' }).first());
  await keyboard.press('Enter');
  await expect(page).toHaveURL(/\/register\?course=/);
  await tabTo(page, page.getByLabel('Student number'));
  for (const text of ['LK20', 'Zoë', 'Ng', 'zoe@example.org']) {
    await keyboard.type(text);
    await keyboard.press('Tab');
  }
  await tabTo(page, page.locator('summary').filter({ hasText: 'Soils (' }));
  await keyboard.press('Enter');
  await tabTo(page, page.locator(`input[name="courses"][value="${soil}"]`));
  await keyboard.press('Space');
  await tabTo(page, send);
  await keyboard.press('Enter');
  await expect(page.getByRole('group', { name: 'There is a problem' })).toBeFocused();
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await expect(page.getByLabel('Student number')).toBeFocused();
  await keyboard.press('Control+A');
  await keyboard.type(studentNumber);
  await keyboard.press('Enter');

  await expect(page.locator('.reference')).toContainText(/R-[0-9A-Z]{4}-[0-9A-Z]{4}/);
});

test('a screen reader reads the registration form in order, with its errors', async ({ page }) => {
  await page.goto(`${site.origin}/register?course=${peat}`);

  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - heading "Register for Peatland Restoration" [level=1]
    - form "Register for courses":
      - combobox "Term"
      - group "Your course":
        - heading "Your course" [level=2]
        - list:
          - listitem:
            - 'checkbox /Peatland Restoration .*seats free.* Take first: Soil Science/ [checked]'
      - heading "About you" [level=2]
      - textbox "Student number"
      - textbox "Given name"
      - textbox "Family name"
      - textbox "Email"
      - group "More courses":
        - searchbox "Search these courses"
      - button "Send registration"
  `);
  await page.getByRole('textbox', { name: 'Given name' }).fill('Zoë');
  await page.getByRole('button', { name: 'Send registration' }).click();

  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - group "There is a problem":
      - heading "There is a problem" [level=2]
      - list:
        - listitem:
          - link /student number/
        - listitem:
          - link /family name/
        - listitem:
          - link /email/
  `);
  await expect(page.getByRole('textbox', { name: 'Student number' })).toHaveAccessibleDescription(
    /Enter your student number/,
  );
  await expect(page.getByRole('status').filter({ hasText: '1 course' })).toBeAttached();
});
