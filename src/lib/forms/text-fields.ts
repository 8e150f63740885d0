import * as z from 'zod/mini';
import { hasLongMarkRun, normalizeText, parseClientUrl } from '#lib/http/client-text.ts';
import { fieldErrors } from '#lib/i18n/en/errors.ts';

/** Line breaks and other control characters, but not the joiners and direction marks that some scripts need. */
const controlCharacter = /[\p{Cc}\p{Zl}\p{Zp}]/u;
const controlCharacterOtherThanBreak = /(?![\n\t])[\p{Cc}\p{Zl}\p{Zp}]/u;
/** A letter of any script, a digit, a sign or an emoji. */
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** Characters that change the direction or shaping of the text after them. */
const directionOverride = /[\u202A-\u202E\u2066-\u206F]/;
/** Includes the ideographic full stop, which browsers treat as a dot. */
const webAddress = /:\/\/|www[.。]|@/i;
/** Inside a web address, these characters would hide the address from the pattern. */
const invisible = /\p{Default_Ignorable_Code_Point}/gu;
/** Invisible characters: Hangul fillers are ignorable, and the blank Braille pattern is a symbol. */
const blank = /[\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Part of the API description of each single-line field. */
export const plainTextRule =
  'One line without `://`, `www.`, `@`, control characters and direction overrides.';

type TextOptions = {
  /** In code points. */
  maxLength: number;
  /** For the API description. */
  description: string;
  /** Named in errors that would not say which field they are about. */
  label?: string;
};

/** One line of text, trimmed and in NFC, in any script and with emoji, without web or email addresses. */
export function lineSchema({ error, maxLength, description, label }: TextOptions & { error: string }) {
  const about = (text: string) => fieldErrors.about({ label, text });
  const tooLong = about(fieldErrors.tooLong({ max: maxLength }));
  return textSchema({
    notText: error,
    raw: [
      [isRawLength(maxLength), tooLong],
      [(text) => !hasLongMarkRun(text), about(fieldErrors.marks)],
    ],
    clean: trimmed,
    rules: [
      [isVisible, error],
      [(text) => text.isWellFormed() && !controlCharacter.test(text), about(fieldErrors.controlCharacters)],
      [(text) => !directionOverride.test(text), about(fieldErrors.directionOverrides)],
      // NFKC, since full-width forms of these characters look the same.
      [
        (text) => !webAddress.test(normalizeText(text, 'NFKC').replace(invisible, '')),
        about(fieldErrors.webAddress),
      ],
      [(text) => [...text].length <= maxLength, tooLong],
    ],
  }).register(z.globalRegistry, {
    description: `${description} ${plainTextRule}`,
    minLength: 1,
    maxLength,
  });
}

/** Text with line breaks. @param error for a blank text; undefined if it may be blank */
export function noteSchema({
  maxLength,
  description,
  error,
  label,
}: TextOptions & { error?: string | undefined }) {
  const about = (text: string) => fieldErrors.about({ label, text });
  const tooLong = about(fieldErrors.tooLong({ max: maxLength }));
  return textSchema({
    notText: error ?? fieldErrors.notText,
    raw: [[isRawLength(maxLength), tooLong]],
    clean: (text) => normalizeText(text, 'NFC').replace(/\r\n?/g, '\n').trim(),
    rules: [
      ...(error ? [[isVisible, error] as const] : []),
      [
        (text) => text.isWellFormed() && !controlCharacterOtherThanBreak.test(text),
        about(fieldErrors.controlCharactersInNote),
      ],
      [(text) => [...text].length <= maxLength, tooLong],
    ],
  }).register(z.globalRegistry, { description, ...(error && { minLength: 1 }), maxLength });
}

type ChoiceOptions = TextOptions & { error: string };

/** One of several values. Whether it is on offer depends on the day: see `requireOffered`. */
export function choiceSchema({ error, maxLength, description }: ChoiceOptions) {
  return z
    .pipe(
      z.string(error).check(z.refine((text) => text.length <= maxLength, error)),
      z.pipe(
        z.transform((text: string) => text.trim()),
        z.string().check(z.refine((text) => text !== '', error)),
      ),
    )
    .register(z.globalRegistry, { description, minLength: 1, maxLength });
}

/** A ticked box. */
export function consentSchema({ error, description }: { error: string; description: string }) {
  return z.literal('yes', error).register(z.globalRegistry, { description });
}

export const challengeTokenSchema = z.string().check(z.maxLength(16_384)).register(z.globalRegistry, {
  description: 'The token of the challenge, if one is required: see GET /api/challenge/required.',
});

const maxEmailLength = 254;

/** An address as typed, in NFC. International domains and names are accepted. */
export const emailSchema = textSchema({
  notText: fieldErrors.email,
  raw: [[(text) => text.trim().length <= maxEmailLength && !hasLongMarkRun(text), fieldErrors.email]],
  clean: trimmed,
  rules: [[(text) => emailKey(text) !== undefined, fieldErrors.email]],
}).register(z.globalRegistry, {
  description: 'An email address.',
  format: 'email',
  maxLength: maxEmailLength,
});

/** Reports the error if the text is not valid. */
type Rule = readonly [isValid: (text: string) => boolean, error: string];

type TextSchema = {
  notText: string;
  /** Checked before `clean`, which is slow for some texts. */
  raw: readonly Rule[];
  clean: (text: string) => string;
  rules: readonly Rule[];
};

/** Creates a schema that reports the first rule that a text breaks. */
function textSchema({ notText, raw, clean, rules }: TextSchema) {
  return z.pipe(
    z.pipe(z.string(notText).check(firstBroken(raw)), z.transform(clean)),
    z.string().check(firstBroken(rules)),
  );
}

/** A refinement with `abort` would also skip the checks of the whole form. */
function firstBroken(rules: readonly Rule[]) {
  return z.check<string>((payload) => {
    const broken = rules.find(([isValid]) => !isValid(payload.value));
    if (broken) payload.issues.push({ code: 'custom', message: broken[1], input: payload.value });
  });
}

function isVisible(text: string): boolean {
  return visible.test(text.replace(blank, ''));
}

function trimmed(text: string): string {
  return normalizeText(text, 'NFC').trim();
}

/** Counts UTF-16 units before normalisation, which can shorten a text to a quarter. */
function isRawLength(maxLength: number): Rule[0] {
  return (text) => text.trim().length <= 4 * maxLength;
}

/** The part before the @: characters that need no quotes (RFC 5321), and those of other scripts (RFC 6531). */
const localPart =
  /^[\p{L}\p{M}\p{N}\p{So}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{M}\p{N}\p{So}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const domainName = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,63}|xn--[a-z0-9-]{1,59})$/;

/** Normalises an address for comparison: lower case, with its domain in ASCII. Undefined if it is not valid. */
export function emailKey(address: string): string | undefined {
  if (address.length > maxEmailLength || hasLongMarkRun(address)) return undefined;
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at);
  if (at < 1 || local.length > 64 || !localPart.test(local)) return undefined;
  const domain = asciiDomain(address.slice(at + 1));
  return domain && domainName.test(domain) ? `${local.toLowerCase()}@${domain}` : undefined;
}

/** Uses the URL parser, which converts IDNA in Node and in browsers. */
function asciiDomain(domain: string): string | undefined {
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain)) return undefined;
  return parseClientUrl(`http://${domain}`)?.hostname;
}
