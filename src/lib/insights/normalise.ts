import { normalizeText } from '#lib/http/client-text.ts';

/** In characters; longer texts are cut between words. */
export const maxNormalisedLength = 120;

/** Bounds the time that the patterns below take. */
const maxMatchedLength = 500;

/** Bounds the time of Unicode normalisation. */
const maxRawLength = 4 * maxMatchedLength;

const dropped = ' \u0000 ';

const months = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec';

/** Names after a title. Applied before the text is lower-cased, since capitals mark the end of a name. */
const nameAsTyped = /\b(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof)\.?\s+\p{Lu}[\p{L}'’-]*(?:\s+\p{Lu}[\p{L}'’-]*)*/gu;

/**
 * Patterns for personal data in lower-case text. The order matters: addresses are removed before the numbers in them
 * are matched.
 */
const personal = [
  // URLs may contain names and tokens.
  /\b(?:[a-z]+:\/\/|www\.)\S*/g,
  // Email addresses and handles, also with spaces around the `@` or with words in place of it.
  /[^\s@]+\s+@\s*[^\s@]+\.\S+/g,
  /[^\s@]+\s+@\s+[^\s@]+/g,
  /\S*@\S*/g,
  /\S+\s*(?:\[at\]|\(at\)|\{at\})\s*\S+/g,
  /\S+\s+at\s+\S+\s+dot\s+\S+/g,
  /\bmy name(?:\s+is|['’]s)\s+(?!(?:not|on|in|spelled|spelt|misspelled|misspelt|missing|wrong|different)\b)\S+(?:\s+\S+)?/g,
  // IBANs.
  /\b[a-z]{2}\d{2}(?:\s?[a-z0-9]{4}){3,}(?:\s?[a-z0-9]{1,3})?\b/g,
  new RegExp(`\\b\\d{1,2}(?:st|nd|rd|th)?\\s+(?:of\\s+)?(?:${months})[a-z]*\\.?,?\\s+\\d{4}\\b`, 'g'),
  new RegExp(`\\b(?:${months})[a-z]*\\.?\\s+\\d{1,2}(?:st|nd|rd|th)?,?\\s+\\d{4}\\b`, 'g'),
  // Five or more digits with no letters between them: telephone and card numbers, IP addresses, dates and others.
  /\S*\p{N}(?:[^\p{L}\p{N}]*\p{N}){4,}\S*/gu,
  // Postcodes of the United Kingdom.
  /\b[a-z]{1,2}\d[a-z\d]?\s?\d[a-z]{2}\b/g,
  // References such as R-7K3M-9QXD.
  /\b[a-z]-[0-9a-z]{4}-[0-9a-z]{4}\b/g,
];

/**
 * Normalises a search or a question for counting: lower case, without punctuation and personal data. Null if too
 * little is left.
 */
export function normaliseAsked(text: string): string | null {
  let known = cleaned(text);
  // Removing punctuation can reveal more personal data, so repeat until nothing changes.
  for (let round = 0; known !== null && round < 3; round++) {
    const again = cleaned(known);
    if (again === known) return known;
    known = again;
  }
  return null;
}

function cleaned(text: string): string | null {
  const typed = normalizeText(cutAtWord(text.toWellFormed(), maxRawLength), 'NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  let clean = cutAtWord(typed, maxMatchedLength).replace(nameAsTyped, dropped).toLowerCase();
  clean = clean.replace(/\S+/g, (word) => (isCode(word) ? dropped : word));
  for (const pattern of personal) clean = clean.replace(pattern, dropped);
  const words = clean
    .replace(/['’]/g, '’')
    .replace(/[^\p{L}\p{M}\p{N}’-]+/gu, ' ')
    .split(' ')
    .map((word) => word.replace(/^[’-]+|[’-]+$/g, ''))
    .filter((word) => word !== '');
  if (!isEnough(words, clean.includes('\u0000'))) return null;
  return cutAtWord(normalizeText(words.join(' '), 'NFC'), maxNormalisedLength) || null;
}

/**
 * Whether a word has letters and four digits, like student numbers, or is a long mix of both, like keys and passwords.
 */
function isCode(word: string): boolean {
  if (!/\p{L}/u.test(word)) return false;
  const digits = word.match(/\p{N}/gu)?.length ?? 0;
  return digits >= 4 || (digits >= 2 && word.length >= 12) || word.length > 40;
}

function isEnough(words: readonly string[], lost: boolean): boolean {
  const telling = words.filter((word) => (word.match(/\p{L}/gu)?.length ?? 0) >= (lost ? 3 : 1));
  return telling.length >= (lost ? 2 : 1);
}

/** Cuts between words, because part of a name or number may not be recognised as personal data. */
function cutAtWord(text: string, maxLength: number): string {
  const characters = [...text];
  if (characters.length <= maxLength) return text;
  const kept = characters.slice(0, maxLength + 1).join('');
  return kept.slice(0, Math.max(0, kept.search(/\s\S*$/)));
}
