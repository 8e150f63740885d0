import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyString } from '#test/any-text.ts';
import { runsOf } from '#test/property-runs.ts';
import { isApiError } from '#lib/http/api-error.ts';
import { parseSearchQuery } from './query.ts';

const names = fc.constantFrom('q', 'type', 'limit', 'offset', '__proto__', 'constructor', 'q[]', 'Q');
const values = fc.oneof(
  anyString({ maxLength: 250 }),
  fc.constantFrom('course', '10', '-1', '1e3', '0x5', '٣', '%00', '[object Object]', '99999'),
);

test('any search parameters give a valid query or INVALID_REQUEST', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(names, values), { maxLength: 8 }), (pairs) => {
      const url = new URL('http://localhost/api/search');
      for (const [name, value] of pairs) url.searchParams.append(name, value);

      const { query, types, limit, offset } = parseOr(url) ?? { query: 'x', types: [], limit: 1, offset: 0 };

      expect(query.trim()).toBe(query);
      expect([...query].length).toBeGreaterThan(0);
      expect([...query].length).toBeLessThanOrEqual(200);
      expect(query).not.toMatch(/\p{Cc}/u);
      expect(new Set(types).size).toBe(types.length);
      expect(Number.isInteger(limit) && limit >= 1 && limit <= 50).toBe(true);
      expect(Number.isInteger(offset) && offset >= 0 && offset <= 1000).toBe(true);
    }),
    { numRuns: runsOf(300) },
  );
});

/** Returns undefined for INVALID_REQUEST. @throws any other error */
function parseOr(url: URL) {
  try {
    return parseSearchQuery(url);
  } catch (error) {
    if (!isApiError(error)) throw error;
    expect(error.code).toBe('INVALID_REQUEST');
    return undefined;
  }
}
