import { entryErrors } from '#lib/i18n/en/desk.ts';

/**
 * Maximum length of an entry, in characters: about 20,000 words. At this length, comparing two versions or replacing
 * links takes the serving process a few hundredths of a second.
 */
export const maxTextLength = 128 * 1024;

/** Maximum size of a request body with a text, in bytes. JSON and forms encode a character in up to six bytes. */
export const maxTextBody = 1024 * 1024;

export const textTooLong = entryErrors.tooLong({ kibibytes: maxTextLength / 1024 });
