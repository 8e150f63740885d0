import { expect, onTestFinished, test } from 'vitest';
import { serveSite } from '#test/served-site.ts';
import { makeFolder } from '#test/temporary-folder.ts';

test('without a mail server, the newsletter pages and the page to register promise no email', async () => {
  const dataDir = makeFolder();
  const site = await serveSite('dist', { DATA_DIR: dataDir });
  onTestFinished(async () => {
    await site.stop();
  });
  const textOf = async (path: string) =>
    (await (await fetch(site.origin + path)).text()).replaceAll(/<[^>]+>/g, '').replaceAll(/\s+/g, ' ');

  const [form, received, register] = await Promise.all(
    ['/newsletter', '/newsletter/received', '/register'].map(textOf),
  );

  expect(form).toMatch(/sends no emails at the moment, so a sign-up brings you no newsletter.*for \d+ days/);
  expect(received).toMatch(/our staff can see it for \d+ days.*nothing arrives by itself/);
  expect(received).not.toContain('will write to you');
  expect(register).toContain('the registrar will confirm your seats. New here?');
});
