import { expect, test } from 'vitest';
import { withPrefix } from './preview-page.ts';
import { readPreview, signPreview } from './preview-token.ts';

const id = '0199aaaa-bbbb-7ccc-8ddd-eeeeffff0000';
const now = Date.parse('2026-11-21T09:30:00Z');

test('accepts a token until it expires, even after a new secret was added', () => {
  const token = signPreview(['old'], { id, expiresAt: now + 5_000 });

  expect(readPreview(['new', 'old'], token, now)).toBe(id);
  expect(readPreview(['new', 'old'], token, now + 5_000)).toBeUndefined();
  expect(readPreview(['new'], token, now)).toBeUndefined();
});

test('refuses a token with another id, time or signature', () => {
  const token = signPreview(['secret'], { id, expiresAt: now + 5_000 });
  const [first = '', expires = '', signature = ''] = token.split('.');
  const forged = [
    [first.replace('9', '8'), expires, signature],
    [first, `z${expires.slice(1)}`, signature],
    [first, expires, signature.replace(/.$/, (letter) => (letter === 'A' ? 'B' : 'A'))],
    [first, expires, ''],
  ].map((parts) => parts.join('.'));

  expect(forged.map((each) => readPreview(['secret'], each, now))).toEqual(forged.map(() => undefined));
});

test('prefixes links to pages, but not to files, other sites and anchors', () => {
  const html = `<html><head><meta name="robots" content="all"></head><body class="x">
    <a class="b" href="/fees#late">a</a> <a href="/">b</a> <a href="/handbook.ics">c</a> <a href="#top">d</a>
    <a href="//evil.example/x">e</a> <a href="https://other.example/">f</a> <img src="/_astro/x.png"></body></html>`;

  const preview = withPrefix(html, { token: 'T', note: 'Not <yet> public' });

  expect([...preview.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)).toEqual([
    ...['/preview/T/fees#late', '/preview/T', '/handbook.ics', '#top'],
    ...['//evil.example/x', 'https://other.example/'],
  ]);
  expect(preview).toContain(
    '<body class="x"><aside class="site-notice"><p class="wide">Not &lt;yet&gt; public</p></aside>',
  );
  expect(preview.match(/<meta name="robots"[^>]*>/g)).toEqual([
    '<meta name="robots" content="noindex,nofollow">',
  ]);
});
