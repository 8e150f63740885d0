import { ApiError } from '#lib/http/api-error.ts';

type Reason = { message: string; retryAfterSeconds?: number; cause?: unknown };

const searchInstead = 'GET /api/search?q=... searches the same pages';

/** What the chat can't do now, with search in its place. */
export function chatUnavailable({ message, retryAfterSeconds, cause }: Reason): ApiError {
  return new ApiError('CHAT_UNAVAILABLE', {
    message,
    resolution:
      retryAfterSeconds === undefined
        ? `${searchInstead}.`
        : `Try again when Retry-After has passed; ${searchInstead} meanwhile.`,
    ...(retryAfterSeconds !== undefined && { headers: { 'Retry-After': String(retryAfterSeconds) } }),
    cause,
  });
}

export function noModel(): ApiError {
  return chatUnavailable({ message: 'This site has no language model that answers questions.' });
}
