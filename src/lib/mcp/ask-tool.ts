import { z } from 'zod';
import type { Chat, WholeAnswer } from '#lib/chat/chat-types.ts';
import { limitRules } from '#lib/http/limits.ts';
import { formatMinutes } from '#lib/i18n/format.ts';
import { queryErrors } from '#lib/i18n/en/search.ts';
import { defineTool, type Tool } from './tool.ts';

const outputSchema = z.object({
  answer: z.string().describe('Markdown with [1]-style citations.'),
  isAnswered: z.boolean().describe('False when the pages of the site do not contain the answer.'),
  sources: z.array(
    z.object({
      number: z.int().describe('The number that the answer cites.'),
      url: z.url().describe('URL of the section; read_page takes it.'),
      title: z.string(),
    }),
  ),
});

type AskOptions = {
  instituteName: string;
  /** In characters. */
  maxQuestionLength: number;
  chat: Pick<Chat, 'ask' | 'notice'>;
  /** Counts a question against the client's rate limit. @throws ApiError RATE_LIMITED */
  take: (client: string) => Promise<unknown>;
};

const { points, seconds } = limitRules.chat;

export function createAskTool({ instituteName, maxQuestionLength, chat, take }: AskOptions): Tool {
  return defineTool({
    name: 'ask',
    title: `Ask ${instituteName}`,
    description:
      `Answers one question about ${instituteName} from the pages of its website, with numbered sources, and says ` +
      'when they do not contain the answer. The question goes to a language model, so leave personal data out. ' +
      `Limited to ${points} questions in ${formatMinutes(seconds)}; search and read_page have a much higher limit.` +
      (chat.notice === undefined ? '' : ` Currently served by a stub (${chat.notice}).`),
    inputSchema: z.object({
      question: z
        .string()
        .refine((text) => text.trim() !== '', queryErrors.blank)
        .refine(
          (text) => [...text].length <= maxQuestionLength,
          queryErrors.tooLong({ max: maxQuestionLength }),
        )
        .meta({
          description: 'One whole question, in any language.',
          minLength: 1,
          maxLength: maxQuestionLength,
        }),
    }),
    outputSchema,
    async run({ question }, { client, signal }) {
      await take(client);
      const { answer, isAnswered, sources } = await chat.ask(question, { signal });
      const cited = sources.map(({ number, url, title }) => ({ number, url, title }));
      return {
        structured: { answer, isAnswered, sources: cited },
        text: toText({ answer, isAnswered, sources }),
      };
    },
  });
}

function toText({ answer, sources }: WholeAnswer): string {
  if (sources.length === 0) return answer;
  return `${answer}\n\nSources:\n${sources.map(({ number, url, title }) => `[${number}] ${title}: ${url}`).join('\n')}`;
}
