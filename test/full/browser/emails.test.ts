import { expect, test } from '@playwright/test';
import { createEveryLetter } from '#test/stand-ins/every-letter.ts';
import { letterSettings } from '#test/stand-ins/letter-settings.ts';
import { axeFaults, layoutFaults } from '#test/browser/page-problems.ts';

for (const colorScheme of ['light', 'dark'] as const) {
  test(`emails can be read on a narrow ${colorScheme} screen without scrolling sideways`, async ({
    page,
  }) => {
    const mails = await createEveryLetter(letterSettings);
    // One page with the bodies of all emails, because axe takes long to load.
    const [head, , foot] = splitAtBody(mails[0]?.html ?? '');
    const bodies = mails.map(({ html }) => splitAtBody(html)[1]);
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 320, height: 640 });

    await page.setContent([head, ...bodies, foot].join('\n'));

    expect(await axeFaults(page, { coloursOnly: true })).toEqual([]);
    expect(await layoutFaults(page)).toEqual([]);
  });
}

function splitAtBody(html: string): string[] {
  return html.split(/(?<=<body[^>]*>)|(?=<\/body>)/);
}
