import type { Institute } from '#lib/content/institute-schema.ts';
import type { LetterWords } from '#lib/content/letter-words.ts';
import type { LetterSettings } from '#lib/mail/letter.ts';
import type { Config } from './env.ts';
import { staffPathOf } from './site-forms.ts';

type MailConfig = Pick<Config, 'SITE_URL'> &
  Partial<Pick<Config, 'CONTACT_EMAIL' | 'REGISTRAR_EMAIL' | 'OIDC_ISSUER'>>;

/** What letters take from the institute and from the settings of the site. @param words of the institute's own */

export function letterSettings(
  { name, locale, email, ...look }: Institute,
  config: MailConfig,
  words: LetterWords = {},
): LetterSettings {
  const { heading, text } = look.fonts;
  return {
    siteName: name,
    siteUrl: config.SITE_URL,
    language: locale,
    contactEmail: config.CONTACT_EMAIL ?? email,
    registrarEmail: config.REGISTRAR_EMAIL,
    staffPathOf: config.OIDC_ISSUER === undefined ? undefined : staffPathOf,
    colours: look.colours.light,
    words,
    fonts: { heading: heading.fallbacks, text: text.fallbacks },
  };
}
