import { ApiError } from '#lib/http/api-error.ts';
import { readField } from '#lib/http/form-field.ts';
import { decisionErrors, unknownAction } from '#lib/i18n/en/staff.ts';
import type { Decision } from '#lib/store/forms/plan-decisions.ts';
import { decisionLabels } from './labels.ts';
import type { OutgoingMail } from '#lib/store/mail/outbox.ts';
import type { Decisions, Outcome, Preview, Wanted } from '#lib/store/forms/decisions.ts';
import type { ListedRegistration } from '#lib/store/forms/registration-list.ts';
import { addressAfter } from './message.ts';

const maxRegistrations = 200;
const maxReason = 500;

export type DecideDeps = {
  decisions: Decisions;
  who: string;
  /** Returns the total number of seats of a course in a term. */
  seats: (course: string, term: string) => number;
  /** Returns undefined if there is no email to send. */
  letter: (
    registration: ListedRegistration,
    decided: { outcome: readonly Outcome[]; reason: string },
  ) => OutgoingMail | undefined;
  now?: number;
};

/**
 * Decides about the courses of one registration, as its page's form says. Returns the next address.
 * @throws ApiError INVALID_REQUEST if nothing is chosen or it can't be decided; STORE_UNAVAILABLE
 */
export async function decideAboutOne(
  form: FormData,
  { reference, ...deps }: DecideDeps & { reference: string },
): Promise<string> {
  const chosen = (course: string) => {
    const choice = readField(form, `course-${course}`);
    return choice === '' ? undefined : requireDecision(choice);
  };
  const { logId } = await decide(form, deps, {
    references: [reference],
    decision: chosen,
  });
  return addressAfter(`/staff/registrations/${reference}`, logId);
}

/** Makes one decision about all chosen registrations. Returns the address of the page that shows the result. */
export async function decideAboutMany(form: FormData, deps: DecideDeps): Promise<string> {
  const { batch, logId } = await decide(form, deps, readChoice(form));
  return addressAfter(`/staff/registrations/decide?batch=${batch}`, logId);
}

/** Says what `decideAboutMany` would do. @throws ApiError */
export function previewMany(
  form: FormData,
  { decisions, seats, now = Date.now() }: Pick<DecideDeps, 'decisions' | 'seats' | 'now'>,
): Promise<Preview> {
  return decisions.preview({ ...readChoice(form), seats, now });
}

/** @param path of the page to continue at. @throws ApiError INVALID_REQUEST if it is too late */
export async function undoDecisions(
  form: FormData,
  { decisions, who, seats, now = Date.now() }: DecideDeps,
  path: string,
): Promise<string> {
  return addressAfter(path, await decisions.undo(readField(form, 'batch'), { who, now, seats }));
}

function decide(form: FormData, deps: DecideDeps, wanted: Pick<Wanted, 'references' | 'decision'>) {
  const { decisions, who, seats, letter, now = Date.now() } = deps;
  const reason = readField(form, 'reason').slice(0, maxReason);
  const letterFor = (registration: ListedRegistration, outcome: readonly Outcome[]) =>
    letter(registration, { outcome, reason });
  return decisions.decide({ ...wanted, who, seats, reason, letterFor, now });
}

function readChoice(form: FormData): Pick<Wanted, 'references' | 'decision'> {
  const references = form.getAll('reference').filter((each) => typeof each === 'string');
  if (references.length > maxRegistrations) throw new ApiError('INVALID_REQUEST', decisionErrors.tooMany);
  if (references.length === 0) throw new ApiError('INVALID_REQUEST', decisionErrors.nothing);
  const decision = requireDecision(readField(form, 'decision'));
  return { references: [...new Set(references)], decision };
}

function requireDecision(text: string): Decision {
  if (!isDecision(text)) throw new ApiError('INVALID_REQUEST', unknownAction);
  return text;
}

function isDecision(text: string): text is Decision {
  return Object.hasOwn(decisionLabels, text);
}
