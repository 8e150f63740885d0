import { expect, test } from 'vitest';
import { lint } from '#test/api-lint.ts';
import { serveSite } from '#test/served-site.ts';
import type { ApiDocument } from '#test/api-contract.ts';

/** One violation for each of the five methods of unknown paths. */
const fiveTimes = (rule: string) => Array.from({ length: 5 }, () => rule);

test('linters of API descriptions report only that unknown paths have no success response, and OWASP’s three accepted errors', async () => {
  const site = await serveSite();
  const document = (await (await fetch(`${site.origin}/openapi.json`)).json()) as ApiDocument;
  await site.stop();

  const { redocly, spectral, owaspErrors } = await lint(document);

  expect(redocly).toEqual(fiveTimes('operation-2xx-response'));
  expect(spectral).toEqual(fiveTimes('operation-success-response'));
  expect([...new Set(owaspErrors)].sort()).toEqual([
    'owasp:api2:2023-write-restricted',
    'owasp:api4:2023-rate-limit',
    'owasp:api8:2023-define-cors-origin',
  ]);
});
