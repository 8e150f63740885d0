import fc, { type StringConstraints } from 'fast-check';

// Surrogates are no characters.
const [firstSurrogate, surrogates, last] = [0xd800, 0x800, 0x10_ffff];

const character = fc.integer({ min: 0, max: last - surrogates }).map(
  (point) => String.fromCodePoint(point < firstSurrogate ? point : point + surrogates),
  (text) => {
    const point = typeof text === 'string' ? (text.codePointAt(0) ?? 0) : 0;
    return point < firstSurrogate ? point : point - surrogates;
  },
);

/** Strings of any characters. fast-check's own take two seconds before their first value. */
export const anyString = (constraints: Omit<StringConstraints, 'unit'> = {}) =>
  fc.string({ ...constraints, unit: character });

const part = fc.oneof(
  fc.string({ maxLength: 10 }).map(encodeURIComponent),
  anyString({ maxLength: 4 }).map(encodeURIComponent),
  fc.constantFrom('(', ')', "'", '*', '_', '~', '!', '$&', '+,;=', ':@', '.', '..', ''),
);

/** Addresses with all characters that a path may contain. `fc.webUrl()` takes three seconds before its first value. */
export const anyUrl = fc
  .tuple(fc.constantFrom('http', 'https'), fc.domain(), fc.array(part, { maxLength: 6 }))
  .map(([scheme, domain, parts]) => `${scheme}://${domain}/${parts.join('/')}`);
