import { z } from 'zod';
import { field, text } from './fields.ts';

/** Suggestions and synonyms for the search and the chat: `settings/search.yaml`. */
export const searchSettingsSchema = z.strictObject({
  suggestions: field(
    z.array(text(1, 60)).max(8).default([]),
    'Searches that the search page suggests.',
    '[fees, evening course]',
  ),
  questions: field(
    z.array(text(3, 160)).max(8).default([]),
    'Questions that the chat suggests.',
    '["Can I pay the fees in instalments?"]',
  ),
  otherWords: field(
    z.array(text(1, 300)).max(300).default([]),
    'Words that mean the same to your readers, one group in each entry, such as “scholarship, grant > bursary”. A search for a word before > also finds those after it, but not the other way round.',
    '["scholarship, grant > bursary"]',
  ),
});
