import * as z from 'zod/mini';
import { hasLongMarkRun, normalizeText, parseClientUrl } from '#lib/http/client-text.ts';

/** Line breaks and other control characters; joiners and direction marks, which scripts need, are not among them. */
const controlCharacter = /[\p{Cc}\p{Zl}\p{Zp}]/u;
const controlCharacterOtherThanBreak = /(?![\n\t])[\p{Cc}\p{Zl}\p{Zp}]/u;
/** Something that can be seen: a letter of any script, a digit, a sign or an emoji. */
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** Characters that change the direction or shaping of the text after them, without those that single letters need. */
const directionOverride = /[\u202A-\u202E\u2066-\u206F]/;
/** With the ideographic full stop, which browsers read as a dot. */
const webAddress = /:\/\/|www[.。]|@/i;
/** Characters that are not shown. Inside a web address they hide it from a pattern. */
const invisible = /\p{Default_Ignorable_Code_Point}/gu;
/** Letters and signs without ink: Hangul fillers are ignorable, the empty Braille pattern is a sign. */
const blank = /[\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** In OpenAPI, for each single-line field. */
export const plainTextRule =
  'One line without `://`, `www.`, `@`, control characters and direction overrides.';

type LineOptions = {
  /** The message when it is missing, blank or not text. */
  missing: string;
  /** In characters, as a person counts most of them (code points). */
  max: number;
  /** What it is, for the description of the API. */
  description: string;
};

/** A text of one line, trimmed and in NFC; any script and emoji, but no web or email address. */
export function lineSchema({ missing, max, description }: LineOptions) {
  const tooLong = `Use at most ${max} characters`;
  const schema = z.pipe(
    z.pipe(
      z.string(missing).check(
        z.refine((text) => text.trim().length <= longestRaw(max), { error: tooLong, abort: true }),
        z.refine((text) => !hasLongMarkRun(text), {
          error: 'Remove the long run of accents or other marks',
          abort: true,
        }),
      ),
      z.transform((text: string) => normalizeText(text, 'NFC').trim()),
    ),
    z.string().check(
      z.refine((text) => visible.test(text.replace(blank, '')), { error: missing, abort: true }),
      z.refine((text) => text.isWellFormed() && !controlCharacter.test(text), {
        error: 'Write this on one line, without special control characters',
        abort: true,
      }),
      z.refine((text) => !directionOverride.test(text), {
        error: 'Remove the hidden characters that change the direction of the text',
        abort: true,
      }),
      // Fullwidth forms of the same characters look alike.
      z.refine((text) => !webAddress.test(normalizeText(text, 'NFKC').replace(invisible, '')), {
        error: 'Remove web addresses and the @ sign',
        abort: true,
      }),
      z.refine((text) => [...text].length <= max, tooLong),
    ),
  );
  return schema.register(z.globalRegistry, {
    description: `${description} ${plainTextRule}`,
    minLength: 1,
    maxLength: max,
  });
}

/** In UTF-16 units before normalisation, which shortens a text to a quarter at most. */
function longestRaw(max: number): number {
  return 4 * max;
}

/** A longer text with line breaks; blank is the same as missing. */
export function noteSchema({ max, description }: { max: number; description: string }) {
  const wrong = `Write your note as text of at most ${max} characters`;
  const schema = z.pipe(
    z.pipe(
      z
        .string(wrong)
        .check(z.refine((text) => text.trim().length <= longestRaw(max), { error: wrong, abort: true })),
      z.transform((text: string) => normalizeText(text, 'NFC').replace(/\r\n?/g, '\n').trim()),
    ),
    z.string().check(
      z.refine((text) => text.isWellFormed() && !controlCharacterOtherThanBreak.test(text), {
        error: 'Leave out special control characters',
        abort: true,
      }),
      z.refine((text) => [...text].length <= max, wrong),
    ),
  );
  return schema.register(z.globalRegistry, { description, maxLength: max });
}

/** What the challenge's widget gave; needed only where a challenge is required. */
export const challengeTokenSchema = z.string().check(z.maxLength(16_384)).register(z.globalRegistry, {
  description: 'What the challenge gave, where one is required: see GET /api/challenge/required.',
});

export const emailMessage = 'Enter an email address, like name@example.org';
const longestEmail = 254;

/** An address as typed, in NFC. International domains and names are fine. */
export const emailSchema = z
  .pipe(
    z.pipe(
      z.string(emailMessage).check(
        z.refine((text) => text.trim().length <= longestEmail && !hasLongMarkRun(text), {
          error: emailMessage,
          abort: true,
        }),
      ),
      z.transform((text: string) => normalizeText(text, 'NFC').trim()),
    ),
    z.string().check(z.refine((text) => emailKey(text) !== undefined, emailMessage)),
  )
  .register(z.globalRegistry, { description: 'An email address.', format: 'email', maxLength: longestEmail });

/** The characters of a name before the @ that need no quotes (RFC 5321), and those of other scripts (RFC 6531). */
const localPart =
  /^[\p{L}\p{M}\p{N}\p{So}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{M}\p{N}\p{So}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const domainName = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,63}|xn--[a-z0-9-]{1,59})$/;

/**
 * What makes two addresses the same: small letters, the domain in its ASCII form.
 * Undefined for what is no address that mail can be sent to.
 */
export function emailKey(address: string): string | undefined {
  if (address.length > longestEmail || hasLongMarkRun(address)) return undefined;
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at);
  if (at < 1 || local.length > 64 || !localPart.test(local)) return undefined;
  const domain = asciiDomain(address.slice(at + 1));
  return domain && domainName.test(domain) ? `${local.toLowerCase()}@${domain}` : undefined;
}

/** The URL parser knows IDNA in Node and in browsers alike. */
function asciiDomain(domain: string): string | undefined {
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain)) return undefined;
  return parseClientUrl(`http://${domain}`)?.hostname;
}
