import { z } from 'zod';
import { ApiError } from '#lib/http/api-error.ts';
import { shortenMarkRuns } from '#lib/http/client-text.ts';
import { readJson } from '#lib/http/read-json.ts';
import { chatErrors, chatFieldErrors } from '#lib/i18n/en/chat.ts';
import type { ChatMessage } from './chat-types.ts';

/** In characters (code points) per user message. */
export const maxQuestionLength = 2000;
const maxAnswerLength = 16_000;
const maxMessages = 30;
const maxParts = 100;
/** Per request body. */
export const maxChatBytes = 65_536;

const idSchema = z.string(chatFieldErrors.idType).min(1, chatFieldErrors.idEmpty).max(200);

const textPartSchema = z.object({
  type: z.literal('text', chatFieldErrors.textOnly),
  text: z.string(chatFieldErrors.textType).meta({ maxLength: maxAnswerLength }),
});

/** Other parts of an answer that AI SDK clients send back. They are ignored. */
const ignoredPartSchema = z.object({ type: z.enum(['step-start', 'source-url']) });

const userMessageSchema = z
  .object({
    id: idSchema.optional(),
    role: z.literal('user'),
    parts: z.array(textPartSchema, chatFieldErrors.partsType).min(1, chatFieldErrors.empty).max(maxParts),
  })
  .superRefine(({ parts }, context) => {
    const text = joinText(parts);
    const path = ['parts'];
    if (text.trim() === '') context.addIssue({ code: 'custom', path, message: chatFieldErrors.empty });
    if (codePoints(text) > maxQuestionLength) {
      context.addIssue({
        code: 'custom',
        path,
        message: chatFieldErrors.tooLong({ max: maxQuestionLength }),
      });
    }
  })
  .meta({ description: `Text parts of at most ${maxQuestionLength} characters together.` });

const assistantMessageSchema = z
  .object({
    id: idSchema.optional(),
    role: z.literal('assistant'),
    parts: z
      .array(
        z.discriminatedUnion('type', [textPartSchema, ignoredPartSchema], chatFieldErrors.textOnly),
        chatFieldErrors.partsType,
      )
      .max(maxParts),
  })
  .refine(({ parts }) => codePoints(joinText(parts)) <= maxAnswerLength, {
    path: ['parts'],
    message: chatFieldErrors.answerTooLong({ max: maxAnswerLength }),
  })
  .meta({ description: 'An earlier answer. Only its text is read; other parts of our stream are ignored.' });

/** The body of `POST /api/chat`, as the AI SDK's transport sends it. Unknown members are ignored. */
export const chatRequestSchema = z.object({
  /** The client's conversation id. Not used. */
  id: z.string(chatFieldErrors.idType).max(200).optional(),
  messages: z
    .array(
      z.discriminatedUnion('role', [userMessageSchema, assistantMessageSchema], chatFieldErrors.role),
      chatFieldErrors.messagesType,
    )
    .min(1, chatFieldErrors.noMessages)
    .max(maxMessages, chatFieldErrors.tooManyMessages({ max: maxMessages }))
    .refine((messages) => messages.at(-1)?.role !== 'assistant', chatFieldErrors.endWithUser)
    .refine(haveUniqueIds, chatFieldErrors.uniqueIds),
});

type ChatRequest = z.infer<typeof chatRequestSchema>;

/**
 * Reads and checks a conversation.
 * @throws ApiError INVALID_REQUEST, PAYLOAD_TOO_LARGE or UNSUPPORTED_MEDIA_TYPE
 */
export async function readChatRequest(request: Request): Promise<ChatMessage[]> {
  return toMessages(await readJson(request, chatRequestSchema, { maxBytes: maxChatBytes }));
}

/** @throws ApiError INVALID_REQUEST when the text is blank or too long */
export function requireQuestion(text: string): ChatMessage {
  if (text.trim() !== '' && codePoints(text) <= maxQuestionLength)
    return { role: 'user', text: normalize(text) };
  throw new ApiError('INVALID_REQUEST', {
    message: chatErrors.questionLength({ max: maxQuestionLength }),
    resolution: chatErrors.askShorter,
  });
}

/**
 * Returns the turns of the conversation. Empty messages are left out, and messages of one role in a row become one
 * turn: some models reject other conversations.
 */
function toMessages({ messages }: ChatRequest): ChatMessage[] {
  const turns: ChatMessage[] = [];
  for (const { role, parts } of messages) {
    const text = normalize(joinText(parts));
    const last = turns.at(-1);
    if (text === '') continue;
    if (last?.role === role) turns[turns.length - 1] = { role, text: `${last.text}\n\n${text}` };
    else turns.push({ role, text });
  }
  return turns;
}

/** Joins parts with a line break, so that their words stay apart. Blank parts are left out. */
function joinText(parts: readonly { type: string; text?: string }[]): string {
  return parts
    .map(({ text }) => text ?? '')
    .filter((text) => text.trim() !== '')
    .join('\n');
}

function normalize(text: string): string {
  return shortenMarkRuns(text.toWellFormed()).trim();
}

function codePoints(text: string): number {
  return text.length <= maxQuestionLength ? text.length : [...text].length;
}

function haveUniqueIds(messages: readonly { id?: string | undefined }[]): boolean {
  const ids = messages.map(({ id }) => id).filter((id) => id !== undefined);
  return new Set(ids).size === ids.length;
}
