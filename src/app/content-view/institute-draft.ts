import { institute } from '#lib/content/current-institute.ts';
import { contrastsOf } from '#lib/content/institute-look.ts';
import { purposeOf } from '#lib/content/institute-texts.ts';
import { newsletterText, registerText } from '#lib/i18n/en/forms.ts';
import { submissionTexts } from '#lib/i18n/en/submissions.ts';
import { colourProperties } from '#lib/theme/theme.ts';
import { terms, today } from './content.ts';

export type InstituteDraft = ReturnType<typeof readInstituteDraft>;

/** What the facts of the current view say: terms with their days, texts with their contrast, the words of forms. */
export function readInstituteDraft() {
  const { colours, replies, shortName } = institute();
  const thisYear = today().slice(0, 4);
  return {
    shortName,
    /** Declarations of the colours, for the root of the page. */
    look: colourProperties(colours),
    terms: terms().filter(({ ends }) => ends >= thisYear),
    schemes: (['light', 'dark'] as const).map((scheme) => {
      const palette = colours[scheme];
      const pairs = contrastsOf(palette).map(({ text, ground, contrast }) => ({
        text: { label: nameOf(text), colour: palette[text] },
        ground: { label: nameOf(ground), colour: palette[ground] },
        // Rounded down, so that no contrast looks like one that is enough.
        contrast: Math.floor(contrast * 10) / 10,
      }));
      return { scheme, pairs };
    }),
    forms: [
      { title: registerText.title, purpose: purposeOf(institute(), 'registration') },
      {
        title: submissionTexts.application.title,
        purpose: purposeOf(institute(), 'application'),
        reply: replies.application,
      },
      {
        title: submissionTexts.enquiry.title,
        purpose: purposeOf(institute(), 'enquiry'),
        reply: replies.enquiry,
      },
      { title: newsletterText.title, purpose: purposeOf(institute(), 'newsletter') },
    ],
  };
}

/** `on-accent`: "On-accent", as in the form of the desk. */
function nameOf(colour: string): string {
  return colour.charAt(0).toUpperCase() + colour.slice(1);
}
