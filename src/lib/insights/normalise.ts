import { normalizeText } from '#lib/http/client-text.ts';

/** In characters; what is longer is cut at a word. */
export const longestAsked = 120;

/** The patterns below see no more of a text, so that none can hold the process up. */
const longestRead = 500;

/** Normalisation and the patterns before that see no more than this of it. */
const longestRaw = 4 * longestRead;

const dropped = ' \u0000 ';

const months = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec';

/** While letters are still as typed: what tells a name from a word is its capital. */
const nameAsTyped = /\b(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof)\.?\s+\p{Lu}[\p{L}'’-]*(?:\s+\p{Lu}[\p{L}'’-]*)*/gu;

/** In small letters. The order matters: an address must be gone before its numbers are looked at. */
const personal = [
  // Web addresses can carry names, and tokens that open accounts.
  /\b(?:[a-z]+:\/\/|www\.)\S*/g,
  // E-mail addresses and handles, also with spaces or words around the sign.
  /[^\s@]+\s+@\s*[^\s@]+\.\S+/g,
  /[^\s@]+\s+@\s+[^\s@]+/g,
  /\S*@\S*/g,
  /\S+\s*(?:\[at\]|\(at\)|\{at\})\s*\S+/g,
  /\S+\s+at\s+\S+\s+dot\s+\S+/g,
  /\bmy name(?:\s+is|['’]s)\s+(?!(?:not|on|in|spelled|spelt|misspelled|misspelt|missing|wrong|different)\b)\S+(?:\s+\S+)?/g,
  // Account numbers as banks write them.
  /\b[a-z]{2}\d{2}(?:\s?[a-z0-9]{4}){3,}(?:\s?[a-z0-9]{1,3})?\b/g,
  new RegExp(`\\b\\d{1,2}(?:st|nd|rd|th)?\\s+(?:of\\s+)?(?:${months})[a-z]*\\.?,?\\s+\\d{4}\\b`, 'g'),
  new RegExp(`\\b(?:${months})[a-z]*\\.?\\s+\\d{1,2}(?:st|nd|rd|th)?,?\\s+\\d{4}\\b`, 'g'),
  // Five digits and more, whatever stands between them but letters: telephone, card, IP and other numbers, dates.
  /\S*\p{N}(?:[^\p{L}\p{N}]*\p{N}){4,}\S*/gu,
  // Postcodes of the United Kingdom.
  /\b[a-z]{1,2}\d[a-z\d]?\s?\d[a-z]{2}\b/g,
  // References such as R-7K3M-9QXD.
  /\b[a-z]-[0-9a-z]{4}-[0-9a-z]{4}\b/g,
];

/**
 * What someone searched for or asked, as it may be counted: small letters, no punctuation, and without what
 * looks like a person's data. Null when little else was in it.
 */
export function normaliseAsked(text: string): string | null {
  let known = cleaned(text);
  // Without its punctuation a text can show what was hidden behind it.
  for (let round = 0; known !== null && round < 3; round++) {
    const again = cleaned(known);
    if (again === known) return known;
    known = again;
  }
  return null;
}

function cleaned(text: string): string | null {
  const typed = normalizeText(cutAtWord(text.toWellFormed(), longestRaw), 'NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  let clean = cutAtWord(typed, longestRead).replace(nameAsTyped, dropped).toLowerCase();
  clean = clean.replace(/\S+/g, (word) => (isCode(word) ? dropped : word));
  for (const pattern of personal) clean = clean.replace(pattern, dropped);
  const words = clean
    .replace(/['’]/g, '’')
    .replace(/[^\p{L}\p{M}\p{N}’-]+/gu, ' ')
    .split(' ')
    .map((word) => word.replace(/^[’-]+|[’-]+$/g, ''))
    .filter((word) => word !== '');
  if (!isEnough(words, clean.includes('\u0000'))) return null;
  return cutAtWord(normalizeText(words.join(' '), 'NFC'), longestAsked) || null;
}

/** Letters with four digits, as student numbers have, or a long mix of both, as keys and passwords are. */
function isCode(word: string): boolean {
  if (!/\p{L}/u.test(word)) return false;
  const digits = word.match(/\p{N}/gu)?.length ?? 0;
  return digits >= 4 || (digits >= 2 && word.length >= 12) || word.length > 40;
}

function isEnough(words: readonly string[], lost: boolean): boolean {
  const telling = words.filter((word) => (word.match(/\p{L}/gu)?.length ?? 0) >= (lost ? 3 : 1));
  return telling.length >= (lost ? 2 : 1);
}

/** At most `most` characters; a word that does not fit whole goes whole, lest a number or a name lose its sign. */
function cutAtWord(text: string, most: number): string {
  const characters = [...text];
  if (characters.length <= most) return text;
  const kept = characters.slice(0, most + 1).join('');
  return kept.slice(0, Math.max(0, kept.search(/\s\S*$/)));
}
