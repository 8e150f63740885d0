const maxLength = 200;

/** A file name: lower case, hyphens, no diacritics. Empty if the title has no letter or digit. */
export function slugOf(title: string): string {
  const plain = title
    .slice(0, maxLength)
    .replaceAll(/[ßæœøłđðþıħŋŧĸ]/gi, (letter) => plainLetters[letter.toLowerCase()] ?? letter);
  // eslint-disable-next-line no-restricted-syntax -- the length is limited above
  const letters = plain.normalize('NFD');
  return letters
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .replaceAll('&', ' and ')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 80)
    .replace(/-+$/, '');
}

const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
  ŋ: 'ng',
  ŧ: 't',
  ĸ: 'q',
};
