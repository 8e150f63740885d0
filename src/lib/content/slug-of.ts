import anyAscii from 'any-ascii';
import { withWholeLetters } from './addresses.ts';

const maxLength = 200;

/**
 * A file name from a title in any script: lower case from a to z, digits and hyphens. `Плавание` gives `plavanie`.
 * Empty if the title has no letter or digit.
 */
export function slugOf(title: string): string {
  const letters = anyAscii(withWholeLetters(title.slice(0, maxLength)))
    .toLowerCase()
    .replaceAll(/['’`]/g, '')
    .replaceAll('&', ' and ')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  return toFileName(letters.slice(0, 80));
}

/** In bytes: a page needs room for a number and its extension. */
const maxBytes = 180;

/**
 * Makes a name that every system accepts, and that is an entry: Windows refuses `aux` and dots at the end, and files that
 * begin with `_` are not read.
 * @param name in lower case
 */
export function toFileName(name: string): string {
  let short = withWholeLetters(name);
  while (Buffer.byteLength(short) > maxBytes) short = [...short].slice(0, -1).join('');
  const plain = short.replaceAll(/^[\s._-]+|[\s.-]+$/g, '');
  return /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])$/.test(plain) ? `${plain}-page` : plain;
}
