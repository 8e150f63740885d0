import { z } from 'zod';
import { ApiError } from '#lib/http/api-error.ts';
import { shortenMarkRuns } from '#lib/http/client-text.ts';
import { readJson } from '#lib/http/read-json.ts';
import type { ChatMessage } from './chat-types.ts';

/** In characters (code points) of one message of a user. */
export const longestQuestion = 2000;
const longestAnswer = 16_000;
const mostMessages = 30;
const mostParts = 100;
/** Of a conversation. */
export const mostChatBytes = 65_536;

const idSchema = z.string('Give the id as a string').min(1, 'Leave the id out or fill it in').max(200);

const textPartSchema = z.object({
  type: z.literal('text', 'Send text parts only'),
  text: z.string('Give the text as a string').meta({ maxLength: longestAnswer }),
});

/** What a client of the AI SDK sends back of an answer beside its text. It is not believed, so it is dropped. */
const droppedPartSchema = z.object({ type: z.enum(['step-start', 'source-url']) });

const userMessageSchema = z
  .object({
    id: idSchema.optional(),
    role: z.literal('user'),
    parts: z.array(textPartSchema, 'Give the parts as a list').min(1, 'Write something').max(mostParts),
  })
  .superRefine(({ parts }, context) => {
    const text = joined(parts);
    const path = ['parts'];
    if (text.trim() === '') context.addIssue({ code: 'custom', path, message: 'Write something' });
    if (codePoints(text) > longestQuestion) {
      context.addIssue({ code: 'custom', path, message: `Write at most ${longestQuestion} characters` });
    }
  })
  .meta({ description: `Text parts of at most ${longestQuestion} characters together.` });

const assistantMessageSchema = z
  .object({
    id: idSchema.optional(),
    role: z.literal('assistant'),
    parts: z
      .array(
        z.discriminatedUnion('type', [textPartSchema, droppedPartSchema], 'Send text parts only'),
        'Give the parts as a list',
      )
      .max(mostParts),
  })
  .refine(({ parts }) => codePoints(joined(parts)) <= longestAnswer, {
    path: ['parts'],
    message: `Send at most ${longestAnswer} characters of an answer`,
  })
  .meta({ description: 'An earlier answer. Only its text is read; other parts of our stream are ignored.' });

/** The body of `POST /api/chat`, as the AI SDK's transport sends it. Members not named here are ignored. */
export const chatRequestSchema = z.object({
  /** The conversation's, as the client numbers them. It is not used. */
  id: z.string('Give the id as a string').max(200).optional(),
  messages: z
    .array(
      z.discriminatedUnion(
        'role',
        [userMessageSchema, assistantMessageSchema],
        'Send messages with the role user or assistant',
      ),
      'Give the messages as a list',
    )
    .min(1, 'Send at least one message')
    .max(mostMessages, `Send at most ${mostMessages} messages`)
    .refine((messages) => messages.at(-1)?.role !== 'assistant', 'End with a message of the user')
    .refine(haveOwnIds, 'Give each message an id of its own'),
});

export type ChatRequest = z.infer<typeof chatRequestSchema>;

/**
 * Reads and checks a conversation.
 * @throws ApiError INVALID_REQUEST, PAYLOAD_TOO_LARGE or UNSUPPORTED_MEDIA_TYPE
 */
export async function readChatRequest(request: Request): Promise<ChatMessage[]> {
  return toMessages(await readJson(request, chatRequestSchema, { maxBytes: mostChatBytes }));
}

/** @throws ApiError INVALID_REQUEST when it is blank or too long */
export function requireQuestion(text: string): ChatMessage {
  if (text.trim() !== '' && codePoints(text) <= longestQuestion) return { role: 'user', text: tidy(text) };
  throw new ApiError('INVALID_REQUEST', {
    message: `A question has 1 to ${longestQuestion} characters.`,
    resolution: 'Ask one short question.',
  });
}

/** The text of each message; an answer that broke off before its first word is left out. */
function toMessages({ messages }: ChatRequest): ChatMessage[] {
  return messages
    .map(({ role, parts }) => ({ role, text: tidy(joined(parts)) }))
    .filter(({ text }) => text !== '');
}

function joined(parts: readonly { type: string; text?: string }[]): string {
  return parts.map(({ text }) => text ?? '').join('');
}

function tidy(text: string): string {
  return shortenMarkRuns(text.toWellFormed()).trim();
}

function codePoints(text: string): number {
  return text.length <= longestQuestion ? text.length : [...text].length;
}

function haveOwnIds(messages: readonly { id?: string | undefined }[]): boolean {
  const ids = messages.map(({ id }) => id).filter((id) => id !== undefined);
  return new Set(ids).size === ids.length;
}
