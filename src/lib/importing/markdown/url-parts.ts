/** The part of an address that Hugo makes of a name or title. */
export function urlize(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\s./\\_#+~%-]+/gu, '')
    .trim()
    .replaceAll(/\s+(?=-)|(?<=-)\s+/g, '')
    .replaceAll(/\s+/g, '-');
}

/** The part that Jekyll makes: letters of other cases stay if further signs do. */
export function slugify(text: string, signs = ''): string {
  const kept = signs === '' ? text.toLowerCase() : text;
  return kept
    .split(/([\p{L}\p{M}\p{Nd}]+)/u)
    .map((part, at) =>
      at % 2 === 1 ? part : [...part].map((sign) => (signs.includes(sign) ? sign : '-')).join(''),
    )
    .join('')
    .replaceAll(/-+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
