import { APICallError, StreamProviderError } from 'ai';
import type { chatErrors } from '#lib/i18n/en/chat.ts';

export type FailureKind = keyof typeof chatErrors.modelFailures;

/** The model returned no answer, or an incomplete one. The message is for logs and never quotes user input. */
export class ModelFailure extends Error {
  override readonly name = 'ModelFailure';
  readonly kind: FailureKind;

  constructor(kind: FailureKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

/** Keeps only the name and status of a provider error: its text and body may quote the question. */
export function toModelFailure(error: unknown): ModelFailure {
  if (error instanceof ModelFailure) return error;
  const status = statusOf(error);
  if (status === undefined || status < 400) return new ModelFailure('failed', errorNames(error));
  return new ModelFailure(kindOf(status), `status ${status}`);
}

function kindOf(status: number): FailureKind {
  if (status === 429) return 'busy';
  if (status === 408 || status === 504) return 'slow';
  return status < 500 ? 'refused' : 'failed';
}

function statusOf(error: unknown): number | undefined {
  if (APICallError.isInstance(error)) return error.statusCode;
  return StreamProviderError.isInstance(error) ? error.statusCode : undefined;
}

/** Lists the names and system codes, such as ECONNREFUSED, of an error and its causes. */
function errorNames(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  const code: unknown = 'code' in error ? error.code : undefined;
  const name = typeof code === 'string' ? `${error.name} ${code}` : error.name;
  return error.cause instanceof Error ? `${name}, ${errorNames(error.cause)}` : name;
}
