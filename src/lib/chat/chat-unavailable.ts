import { chatErrors } from '#lib/i18n/en/chat.ts';
import { ApiError } from '#lib/http/api-error.ts';

type Reason = { message: string; retryAfterSeconds?: number; cause?: unknown };

/** Creates the error CHAT_UNAVAILABLE, which points to the search API. */
export function chatUnavailable({ message, retryAfterSeconds, cause }: Reason): ApiError {
  return new ApiError('CHAT_UNAVAILABLE', {
    message,
    resolution: retryAfterSeconds === undefined ? chatErrors.useSearch : chatErrors.retryOrUseSearch,
    ...(retryAfterSeconds !== undefined && { headers: { 'Retry-After': String(retryAfterSeconds) } }),
    cause,
  });
}

export function noModel(): ApiError {
  return chatUnavailable({ message: chatErrors.noModel });
}
