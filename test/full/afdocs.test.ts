import { test } from 'vitest';
import { expectGoodAfdocs } from '#test/afdocs.ts';
import { builtSite } from '#test/http/forms-site.ts';

test('afdocs reports no problem with the sample site', async () => {
  await expectGoodAfdocs(await builtSite(), { links: 1000, statuses: ['pass', 'skip'] });
});
