import { maxTextLength } from '#lib/content/front-matter.ts';
import { entryErrors } from '#lib/i18n/en/desk.ts';

/** Maximum size of a request body with a text, in bytes. JSON and forms encode a character in up to six bytes. */
export const maxTextBody = 1024 * 1024;

export const textTooLong = entryErrors.tooLong({ kibibytes: maxTextLength / 1024 });
