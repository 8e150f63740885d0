import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyString } from '#test/any-text.ts';
import { runsOf } from '#test/property-runs.ts';
import { parseCookies } from './cookies.ts';

test('parseCookies finds a cookie after arbitrary text, and returns only text of the header', () => {
  const text = anyString({ maxLength: 200 });
  const token = fc.stringMatching(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,20}$/);
  const value = fc.stringMatching(/^[!#-+\--:<-[\]-~]{0,40}$/);

  fc.assert(
    fc.property(text, token, value, (other, name, given) => {
      const pairs = parseCookies(`${other}; ${name}=${given}`);

      expect(pairs.at(-1)).toEqual([name, given]);
      for (const pair of pairs) {
        expect(pair[0]).not.toMatch(/[;=]|^\s|\s$/);
        expect(pair[1]).not.toContain(';');
        expect(`${other}; ${name}=${given}`).toContain(pair[1]);
      }
    }),
    { numRuns: runsOf(300) },
  );
});
