/** The pages that only drafts have. */
export const draftPageText = {
  title: 'How it looks',
  description: 'What a file without a page of its own changes. Only editors see this page.',
} as const;

/** The page that shows the facts of the institute. */
export const instituteDraftText = {
  lead: 'Names, addresses and colours are shown in the head and the foot of this page, and in the examples below.',
  terms: 'Terms',
  termsLead: 'The terms of this year and the next two, as courses and forms show them.',
  termColumns: ['Term', 'First day', 'Last day', 'Registration'],
  registration: ({ opens, closes }: { opens: string; closes: string }) => `${opens} to ${closes}`,
  colours: 'Colours',
  coloursLead: ({ least }: { least: number }) =>
    `Text needs a contrast of ${least}. A colour with less is refused.`,
  schemes: { light: 'On light screens', dark: 'On dark screens' },
  contrastColumns: ['Text', 'On', 'Contrast', 'Example'],
  example: 'Land and water',
  forms: 'Forms',
  formsLead: 'Why a form needs its data, below each form, and when people hear from you.',
  formColumns: ['Form', 'Why it needs its data', 'When people hear from you'],
} as const;

/** The page that shows the institute's own words in letters and above forms. */
export const lettersDraftText = {
  title: 'Letters and forms',
  lead: 'Examples with an invented person. The letters that people get have the same words with their own data.',
  letters: {
    registration: 'Receipt of a registration',
    decision: 'The registrar’s letter',
    application: 'Receipt of an application',
    enquiry: 'Receipt of a question',
    newsletter: 'First email of the newsletter',
  },
  forms: 'Above the forms',
} as const;
