import { expect, test } from 'vitest';
import { requireOwnOrigin } from './own-origin.ts';

const siteUrl = 'https://www.example.org';

function send(headers: Record<string, string>): () => void {
  const request = { headers: new Headers(headers) } as Request;
  return () => requireOwnOrigin(request, siteUrl);
}

test.each([
  ['no Origin, as programs send', {}],
  ['the public origin', { origin: siteUrl, host: 'internal:4321' }],
  ['the requested host', { origin: 'http://localhost:4321', host: 'localhost:4321' }],
  [
    'the host behind a proxy that terminates TLS',
    { origin: 'https://preview.example.org', host: 'preview.example.org' },
  ],
  ['a default port written out', { origin: 'https://preview.example.org', host: 'preview.example.org:443' }],
  ['our own page', { origin: siteUrl, 'sec-fetch-site': 'same-origin' }],
])('%s passes', (_what, headers) => {
  expect(send(headers)).not.toThrow();
});

test.each([
  ['another site', { origin: 'https://evil.example', host: 'www.example.org' }],
  ['another scheme of the public host', { origin: 'http://www.example.org', host: 'internal:4321' }],
  ['another port', { origin: 'http://localhost:9999', host: 'localhost:4321' }],
  ['a host that only starts like ours', { origin: 'https://www.example.org.evil.example' }],
  ['null', { origin: 'null', host: 'www.example.org' }],
  ['an empty Origin', { origin: '', host: 'www.example.org' }],
  ['an extension', { origin: 'chrome-extension://abc', host: 'abc' }],
  ['Sec-Fetch-Site: cross-site', { 'sec-fetch-site': 'cross-site' }],
  ['Sec-Fetch-Site: cross-site with our origin', { origin: siteUrl, 'sec-fetch-site': 'cross-site' }],
])('%s is refused', (_what, headers) => {
  expect(send(headers)).toThrow(expect.objectContaining({ code: 'FORBIDDEN', status: 403 }));
});
