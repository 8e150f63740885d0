import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyString } from '#test/any-text.ts';
import { runsOf } from '#test/property-runs.ts';
import { percentEncodePath, isApiPath, parseTarget, withoutPageSuffix } from './request-path.ts';

const origin = 'https://site.example';

test.each([
  ['/', '/', ''],
  ['/a?b=c', '/a', '?b=c'],
  ['/a?', '/a', '?'],
  ['/a?q="<b>"\\', '/a', '?q="<b>"\\'],
  ['/caf%C3%A9', '/café', ''],
  ['https://site.example/a?b', '/a', '?b'],
])('%s is the path %s and the query %s', (target, decoded, query) => {
  expect(parseTarget(target, origin)).toMatchObject({ kind: 'path', decoded, query });
});

test.each([
  '',
  '*',
  'a',
  'http://evil/',
  'https://site.example.evil/',
  'https://site.example@evil/',
  '/..',
  '/a/../b',
  '/./a',
  '/%2e%2e',
  '/.%2E/a',
  '/a/%2e',
  '/%00',
  '/a%0Ab',
  '/a\\b',
  '/a%5cb',
  '/a%2Fb',
  '/%ff',
  '/%',
  '/%zz',
  '/%c3%28',
  '/%252e%252e',
  '/a b',
  '/a#b',
  '/é',
  '/a\u0000',
])('%j is malformed', (target) => {
  expect(parseTarget(target, origin)).toEqual({ kind: 'malformed' });
});

test('a target of more than 8 kB is too long, even if it is malformed', () => {
  expect(parseTarget(`/${'a'.repeat(8192)}`, origin)).toEqual({ kind: 'long' });
  expect(parseTarget(`/${'%'.repeat(8192)}`, origin)).toEqual({ kind: 'long' });
  expect(parseTarget(`/${'a'.repeat(8191)}`, origin)).toMatchObject({ kind: 'path' });
});

test.each(['//', '//evil.example', '/a//b', '/a//'])('%s does not exist', (target) => {
  expect(parseTarget(target, origin)).toEqual({ kind: 'missing' });
});

test('accepts any string, and parsed paths stay below the root', () => {
  const part = fc.constantFrom('/', '..', '.', '%2e', '%2f', '%5c', '\\', '%', 'a', '?', '.html', 'index');
  const target = fc.oneof(
    anyString(),
    fc.array(part).map((parts) => `/${parts.join('')}`),
  );

  fc.assert(
    fc.property(target, (text) => {
      const parsed = parseTarget(text, origin);

      if (parsed.kind !== 'path') return;
      const canonical = withoutPageSuffix(percentEncodePath(parsed.decoded));
      expect(canonical).toMatch(/^\/(?!\/)/);
      expect(new URL(canonical, origin).origin).toBe(origin);
      expect(parsed.decoded.split('/')).not.toContain('..');
    }),
    { numRuns: runsOf(5000) },
  );
});

test.each([
  ['/', '/'],
  ['/index', '/'],
  ['/index.html', '/'],
  ['/x/', '/x'],
  ['/x.html', '/x'],
  ['/x/index', '/x'],
  ['/x/index.html', '/x'],
  ['/x/index/', '/x'],
  ['/index-of-soils', '/index-of-soils'],
  ['/x.md', '/x.md'],
])('the page of %s is %s', (path, page) => {
  expect(withoutPageSuffix(path)).toBe(page);
});

test('recognises API paths by their first segment', () => {
  const paths = ['/api', '/api/', '/api/search', '/apiary', '/x/api', '/API/x'];

  expect(paths.filter(isApiPath)).toEqual(['/api', '/api/', '/api/search']);
});
