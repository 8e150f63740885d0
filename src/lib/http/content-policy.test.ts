import { expect, test } from 'vitest';
import { documentPolicy, pagePolicy, searchWorkerPolicy } from './content-policy.ts';

const inlineCode = { scripts: ['sha256-aaa='], styles: ['sha256-bbb=', 'sha256-ccc='] };

function directives(policy: string): Record<string, string[]> {
  return Object.fromEntries(
    policy.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources];
    }),
  );
}

test('a page may load only files of the site and run only the inline code that it was published with', () => {
  const policy = directives(pagePolicy({ inlineCode, isSecure: true }));

  expect(policy).toMatchObject({
    'default-src': ["'none'"],
    'script-src': ["'self'", "'sha256-aaa='"],
    'style-src': ["'self'", "'sha256-bbb='", "'sha256-ccc='"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
    'form-action': ["'self'"],
    'require-trusted-types-for': ["'script'"],
    'upgrade-insecure-requests': [],
  });
  expect(policy['frame-src']).toBeUndefined();
});

test('adds an allowance only to its own directive', () => {
  const allowances = { 'script-src': ['https://a.example'], 'frame-src': ['https://a.example'] };
  const policy = directives(pagePolicy({ inlineCode, isSecure: false, allowances, hasTrustedTypes: false }));

  expect(policy['script-src']).toEqual(["'self'", "'sha256-aaa='", 'https://a.example']);
  expect(policy['frame-src']).toEqual(['https://a.example']);
  expect(policy['connect-src']).toEqual(["'self'"]);
  expect(policy['form-action']).toEqual(["'self'"]);
  expect(Object.keys(policy)).not.toContain('trusted-types');
  expect(Object.keys(policy)).not.toContain('upgrade-insecure-requests');
});

test('no policy allows unsafe inline code, and only the search worker may run WebAssembly', () => {
  const policies = [pagePolicy({ inlineCode, isSecure: true }), documentPolicy, searchWorkerPolicy];

  for (const policy of policies) expect(policy).not.toMatch(/'unsafe-(inline|eval|hashes)'|\*/);
  expect(policies.map((policy) => policy.includes('wasm-unsafe-eval'))).toEqual([false, false, true]);
});
