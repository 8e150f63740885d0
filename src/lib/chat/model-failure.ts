import { APICallError, StreamProviderError } from 'ai';

export type FailureKind = 'stopping' | 'busy' | 'slow' | 'blocked' | 'broken-off' | 'refused' | 'failed';

/** Why the model gave no answer or no whole one; the message is for logs and holds nothing that anyone sent. */
export class ModelFailure extends Error {
  override readonly name = 'ModelFailure';
  readonly kind: FailureKind;

  constructor(kind: FailureKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

/** What a visitor reads in place of an answer or of its rest. */
export const failureSentences: Readonly<Record<FailureKind, string>> = {
  stopping: 'The site is being restarted, so the answer ends here. Please ask again in a moment.',
  busy: 'The language model has more questions than it can answer right now. Please try again in a minute.',
  slow: 'The language model took too long to answer. Please try again.',
  blocked: 'The language model declined to answer this. Please ask in other words, or search the site.',
  'broken-off': 'The answer broke off before its end. Please try again.',
  refused:
    'The language model does not take questions from this site at the moment. Please search the site instead.',
  failed: 'The language model is not available at the moment. Please try again later, or search the site.',
};

/** Of an error of the model's provider only its kind and status are kept: its text and body may quote anything. */
export function toModelFailure(error: unknown): ModelFailure {
  if (error instanceof ModelFailure) return error;
  const status = statusOf(error);
  if (status === undefined || status < 400) return new ModelFailure('failed', nameOf(error));
  return new ModelFailure(kindOf(status), `status ${status}`);
}

function kindOf(status: number): FailureKind {
  if (status === 429) return 'busy';
  if (status === 408 || status === 504) return 'slow';
  return status >= 400 && status < 500 ? 'refused' : 'failed';
}

function statusOf(error: unknown): number | undefined {
  if (APICallError.isInstance(error)) return error.statusCode;
  return StreamProviderError.isInstance(error) ? error.statusCode : undefined;
}

/** Names and system codes such as ECONNREFUSED, which tell what broke. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer';
  const code: unknown = 'code' in error ? error.code : undefined;
  const own = typeof code === 'string' ? `${error.name} ${code}` : error.name;
  return error.cause instanceof Error ? `${own}, ${nameOf(error.cause)}` : own;
}
