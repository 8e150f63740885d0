import { toBaseLetters } from '#lib/i18n/base-letters.ts';

const maxLength = 200;

/** A file name: lower case, hyphens, no diacritics. Empty if the title has no letter or digit. */
export function slugOf(title: string): string {
  // eslint-disable-next-line no-restricted-syntax -- the length is limited
  const letters = title.slice(0, maxLength).normalize('NFD').replaceAll(/\p{M}/gu, '');
  return toBaseLetters(letters.toLowerCase())
    .replaceAll(/['’]/g, '')
    .replaceAll('&', ' and ')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 80)
    .replace(/-+$/, '');
}
