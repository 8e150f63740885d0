/** Every code that the API can answer with its status and, unless told otherwise, what to do about it. */
export const errorCodes = {
  INVALID_REQUEST: 400,
  CHALLENGE_REQUIRED: 400,
  CHALLENGE_FAILED: 400,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  CHAT_UNAVAILABLE: 503,
  CHALLENGE_NOT_CONFIGURED: 503,
  CHALLENGE_UNAVAILABLE: 503,
  STORE_UNAVAILABLE: 503,
  AUTH_NOT_CONFIGURED: 503,
} as const;

export type ErrorCode = keyof typeof errorCodes;

type ApiErrorDetails = {
  /** What is wrong, for a person. */
  message: string;
  /** What to do next. */
  resolution: string;
  /** For forms: the field's name to what is wrong with it. */
  fields?: Readonly<Record<string, string>>;
  /** Further headers of the answer: `Allow`, `Retry-After`. */
  headers?: Readonly<Record<string, string>>;
  cause?: unknown;
};

/** An error that the client may know of. Nothing but message, resolution, fields and headers is sent. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly resolution: string;
  readonly fields: Readonly<Record<string, string>> | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, { message, resolution, fields, headers = {}, cause }: ApiErrorDetails) {
    // Told to clients and never to a log: where it was thrown would cost more to find out than to answer.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message, { cause });
    Error.stackTraceLimit = stackTraceLimit;
    this.code = code;
    this.status = errorCodes[code];
    this.resolution = resolution;
    this.fields = fields;
    this.headers = headers;
  }

  /** The body that the contract gives every JSON error. */
  toJSON() {
    const { code, message, resolution, fields } = this;
    return { error: { code, message, resolution, ...(fields && { fields }) } };
  }

  toResponse(): Response {
    return Response.json(this, {
      status: this.status,
      headers: { ...this.headers, 'Cache-Control': 'no-store' },
    });
  }
}

/** Recognises an ApiError by its form, since a bundle may hold a class of its own. */
export function isApiError(error: unknown): error is ApiError {
  return error instanceof Error && error.name === 'ApiError' && 'toResponse' in error;
}
