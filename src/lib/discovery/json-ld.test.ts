import fc from 'fast-check';
import { parse } from 'parse5';
import { expect, test } from 'vitest';
import { anyString } from '#test/any-text.ts';
import { toJsonLd } from './structured-data.ts';

test('JSON-LD of any text does not close its script element', () => {
  const pieces = fc.constantFrom(
    '</script>',
    '<!--',
    '<script',
    ']]>',
    '\u2028',
    '\r\n',
    '\0',
    '\uD800',
    '"',
    '\\',
    '&lt;',
  );
  const text = fc.array(fc.oneof(pieces, anyString())).map((parts) => parts.join(''));

  fc.assert(
    fc.property(text, text, (name, description) => {
      const json = toJsonLd([{ '@type': 'Course', name, description } as { '@type': string }]);

      const page = parse(`<body><script type="application/ld+json">${json}</script><p>End`);
      const body =
        page.childNodes[0] && 'childNodes' in page.childNodes[0]
          ? page.childNodes[0].childNodes[1]
          : undefined;
      expect(body && 'childNodes' in body && body.childNodes.map(({ nodeName }) => nodeName)).toEqual([
        'script',
        'p',
      ]);
      expect(JSON.parse(json)).toMatchObject({ '@graph': [{ name, description }] });
    }),
  );
});
