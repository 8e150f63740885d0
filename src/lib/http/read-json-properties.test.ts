import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runsOf } from '#test/property-runs.ts';
import { looseObject, string } from 'zod/mini';
import { isApiError } from './api-error.ts';
import { readJson } from './read-json.ts';

const schema = looseObject({ name: string() });

async function read(body: string | Uint8Array<ArrayBuffer>): Promise<Record<string, unknown> | undefined> {
  const headers = { 'Content-Type': 'application/json' };
  const request = new Request('http://localhost/', { method: 'POST', headers, body });
  try {
    return await readJson(request, schema, { maxBytes: 4_096 });
  } catch (error) {
    if (!isApiError(error)) throw error;
    return undefined;
  }
}

test('parses any JSON object without letting the sender set a prototype', async () => {
  const keys = fc.oneof(
    fc.string({ maxLength: 8 }),
    fc.constantFrom('__proto__', 'constructor', 'prototype', 'name', 'toString', '\\u005f_proto__'),
  );
  const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom('text', '\ud800', 1e308, -0, null, true),
      fc.array(tie('tree'), { maxLength: 3 }),
      fc
        .array(fc.tuple(keys, tie('tree')), { maxLength: 4 })
        .map(asText)
        .map((text) => ({ toJSON: text })),
    ),
  }));

  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(keys, tree), { maxLength: 5 }), async (members) => {
      const body = asText([...members, ['name', 'x']]);

      const value = await read(body);

      expect(Object.prototype).not.toHaveProperty('polluted');
      if (value === undefined) return;
      expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
      expect(Object.hasOwn(value, '__proto__')).toBe(false);
      expect(value['name']).toBe('x');
    }),
    { numRuns: runsOf(150) },
  );
});

test('any bytes are either parsed as an object or refused', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
      const value = await read(new Uint8Array(bytes));

      expect(value === undefined || typeof value === 'object').toBe(true);
    }),
    { numRuns: runsOf(150) },
  );
});

/** Serialised by hand, since a JavaScript object cannot have duplicate members or a `__proto__` member. */
function asText(members: readonly (readonly [string, unknown])[]): string {
  return `{${members.map(([key, value]) => `${JSON.stringify(key)}:${textOf(value)}`).join()}}`;
}

function textOf(value: unknown): string {
  if (typeof value === 'object' && value !== null && 'toJSON' in value) return String(value.toJSON);
  if (Array.isArray(value)) return `[${value.map(textOf).join()}]`;
  return JSON.stringify(value);
}
