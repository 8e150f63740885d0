import type { LetterWords } from '#lib/content/letter-words.ts';
import type { Palette } from '#lib/theme/theme.ts';

export type LetterSettings = {
  /** Name of the institute. */
  siteName: string;
  /** Public origin. */
  siteUrl: string;
  /** Language tag of the texts. */
  language: string;
  contactEmail: string;
  /** Receives a notice of each registration, application and enquiry. */
  registrarEmail?: string | undefined;
  /** Returns the staff page about a reference. Undefined if staff can't sign in. */
  staffPathOf?: ((about: string) => string | undefined) | undefined;
  /** The institute's colours for light screens. */
  colours: Pick<Palette, 'accent' | 'on-accent'>;
  /** Fonts that people have installed, ending in a generic family. */
  fonts: Readonly<Record<'heading' | 'text', readonly string[]>>;
  /** Words of the institute's own. */
  words: LetterWords;
};

export type Fact = { label: string; text: string };

/** A paragraph, facts with an optional heading, a link, or the main action, of which a letter has at most one. */
type Part =
  | string
  | { title?: string; facts: readonly Fact[] }
  | { label: string; link: string }
  | { label: string; button: string };

export type Paragraphs = readonly Part[];

/** The institute's own words for an occasion, if it has any. */
export function ownWords(words: string | undefined): readonly string[] {
  return words === undefined ? [] : [words];
}

export type LetterContent = { kind: string; subject: string; paragraphs: Paragraphs };

/** The content of an email, from which its text and HTML are generated. */
export type Letter = LetterContent & {
  /** Reference of a submission, or id of a sign-up or change set. */
  about: string;
  greeting: string;
  closing: string;
};
