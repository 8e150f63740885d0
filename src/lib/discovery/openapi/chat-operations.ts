import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { errorResponses } from './error-responses.ts';
import type { ApiFacts } from './facts.ts';
import { describeLimit, headers } from './headers.ts';
import { jsonBody, limitedHeaders } from './json-response.ts';

const example = {
  id: 'conversation-1',
  messages: [
    { id: 'q1', role: 'user', parts: [{ type: 'text', text: 'Until when can I withdraw from a course?' }] },
  ],
};

const exampleStream = `data: {"type":"start","messageId":"m1","messageMetadata":{"model":"some-model"}}

data: {"type":"source-url","sourceId":"1","url":"https://www.example.org/handbook/fees#refunds","title":"Fees: Refunds"}

data: {"type":"text-start","id":"answer"}

data: {"type":"text-delta","id":"answer","delta":"You get the whole fee back until teaching starts [1]."}

data: {"type":"text-end","id":"answer"}

data: {"type":"finish"}

data: [DONE]

`;

const aboutTheStream = [
  'Server-sent events, one JSON object in each `data:` line: the UI message stream of the AI SDK, version 1.',
  '`start` comes first, then a `source-url` for each passage that the answer may refer to, with `sourceId` 1, 2, …, its `url` with the section’s anchor and its `title`.',
  'The answer’s Markdown follows in `text-delta` events between `text-start` and `text-end`; `[1]` in it refers to the source with that number.',
  'The stream ends with `finish` and a last line `data: [DONE]`.',
  'An error after the start of the stream is sent as an `error` event with an `errorText`.',
].join(' ');

/** Questions, answered from the site's pages. */
export function chatPaths({ schemas, maxBytes }: ApiFacts): ZodOpenApiPathsObject {
  const { sentence, extension } = describeLimit('chat');
  return {
    '/api/chat': {
      post: {
        operationId: 'ask',
        tags: ['Questions'],
        summary: 'Ask a question about the institute',
        description: `Answers from the site’s pages, with sources. It takes what \`useChat\` and \`DefaultChatTransport\` of the AI SDK 7 send. A site without a language model returns 503. The origin is checked first, then the request is counted; availability and the body are checked last. ${sentence} The MCP tool \`ask\` shares this limit.`,
        ...extension,
        requestBody: jsonBody(
          `The conversation so far, the question last, in at most ${maxBytes.chat} bytes.`,
          { schema: schemas.chatRequest, example },
        ),
        responses: {
          '200': {
            description: aboutTheStream,
            headers: { ...limitedHeaders, ...headers('x-vercel-ai-ui-message-stream') },
            content: {
              'text/event-stream': {
                schema: {
                  type: 'string',
                  maxLength: 1_000_000,
                  pattern: '^data: [\\s\\S]*data: \\[DONE\\]\\n\\n$',
                },
                example: exampleStream,
              },
            },
          },
          ...errorResponses([
            'INVALID_REQUEST',
            'FORBIDDEN',
            'PAYLOAD_TOO_LARGE',
            'UNSUPPORTED_MEDIA_TYPE',
            'RATE_LIMITED',
            'CHAT_UNAVAILABLE',
          ]),
        },
      },
    },
  };
}
