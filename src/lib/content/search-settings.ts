import { z } from 'zod';
import { field, text } from './fields.ts';

/** What helps readers to search and to ask: `settings/search.yaml`. */
export const searchSettingsSchema = z.strictObject({
  suggestions: field(
    z.array(text(1, 60)).max(8).default([]),
    'Searches that the search page suggests.',
    '[flood, peat restoration]',
  ),
  questions: field(
    z.array(text(3, 160)).max(8).default([]),
    'Questions that the chat suggests.',
    '["Can I pay the fees in instalments?"]',
  ),
  otherWords: field(
    z.array(text(1, 300)).max(300).default([]),
    'Synonyms of this institute for search and chat, one group per line. Words after > may answer the others, but not the other way round.',
    '["scholarship, grant > bursary"]',
  ),
});

export type SearchSettings = z.output<typeof searchSettingsSchema>;
