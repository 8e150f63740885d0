import { entryErrors } from '#lib/i18n/en/desk.ts';

/**
 * Of an entry, in characters: about 20,000 words. Comparing two versions and replacing links takes the serving process a few
 * hundredths of a second.
 */
export const maxTextLength = 128 * 1024;

/** Of a request with a text. JSON and forms write a character in up to six bytes. */
export const maxTextBody = 1024 * 1024;

export const textTooLong = entryErrors.tooLong({ kibibytes: maxTextLength / 1024 });
