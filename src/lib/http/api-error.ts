/** Every error code of the API with its HTTP status. */
export const errorCodes = {
  INVALID_REQUEST: 400,
  CHALLENGE_REQUIRED: 400,
  CHALLENGE_FAILED: 400,
  UNAUTHORIZED: 401,
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
  /** For forms: the problem with each field, by field name. */
  fields?: Readonly<Record<string, string>>;
  /** Additional response headers, such as `Allow` or `Retry-After`. */
  headers?: Readonly<Record<string, string>>;
  cause?: unknown;
};

/** An error that the client may see. Only code, message, resolution, fields and headers are sent. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly resolution: string;
  readonly fields: Readonly<Record<string, string>> | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, { message, resolution, fields, headers = {}, cause }: ApiErrorDetails) {
    // The stack is never logged, and capturing it would take longer than the rest of the response.
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

  /** Returns the JSON body of the response. */
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

/** Recognises an ApiError by its shape, since each bundle may have its own copy of the class. */
export function isApiError(error: unknown): error is ApiError {
  return error instanceof Error && error.name === 'ApiError' && 'toResponse' in error;
}
