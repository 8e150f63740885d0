import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { readNegotiation } from './export-site.ts';

test('content negotiation in the Worker equals that of the server', () => {
  const negotiate = runInNewContext(`${readNegotiation()}; negotiate`) as (accept?: string) => string;

  const chosen = ['text/html', 'text/markdown', 'image/png', undefined].map((accept) => negotiate(accept));

  expect(chosen).toEqual(['html', 'markdown', 'none', 'html']);
});
