import { z } from 'zod';
import type { Chat, WholeAnswer } from '#lib/chat/chat-types.ts';
import { defineTool, type Tool } from './tool.ts';

const outputSchema = z.object({
  answer: z.string().describe('Markdown with [1]-style citations.'),
  isAnswered: z.boolean().describe('False when the pages of the site do not hold the answer.'),
  sources: z.array(
    z.object({
      number: z.int().describe('What the answer cites it as.'),
      url: z.url().describe('Address of the section; read_page takes it.'),
      title: z.string(),
    }),
  ),
});

type AskNeeds = {
  instituteName: string;
  /** In characters. */
  longestQuestion: number;
  chat: Pick<Chat, 'ask' | 'notice'>;
  /** Counts one question of the client. @throws ApiError RATE_LIMITED */
  take: (client: string) => Promise<unknown>;
};

export function createAskTool({ instituteName, longestQuestion, chat, take }: AskNeeds): Tool {
  return defineTool({
    name: 'ask',
    title: `Ask ${instituteName}`,
    description:
      `Answers one question about ${instituteName} from the pages of its website, with numbered sources, and says ` +
      'when they do not hold the answer. The question goes to a language model, so leave personal data out. 20 ' +
      'questions in 10 minutes; search and read_page have a much wider limit.' +
      (chat.notice === undefined ? '' : ` Now served by a stand-in (${chat.notice}).`),
    inputSchema: z.object({
      question: z
        .string()
        .refine((text) => text.trim() !== '', 'is blank')
        .refine((text) => [...text].length <= longestQuestion, `is longer than ${longestQuestion} characters`)
        .meta({
          description: 'One whole question, in any language.',
          minLength: 1,
          maxLength: longestQuestion,
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
