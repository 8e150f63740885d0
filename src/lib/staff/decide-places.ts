import { ApiError } from '#lib/http/api-error.ts';
import { readField } from '#lib/http/form-field.ts';
import { decisionErrors, staffActionErrors, unknownAction } from '#lib/i18n/en/staff.ts';
import type { Decision, PlannedDecision } from '#lib/store/forms/plan-decisions.ts';
import { decisionLabels } from './labels.ts';
import type { OutgoingMail } from '#lib/store/mail/outbox.ts';
import type { DecideOptions, Decisions, Standing } from '#lib/store/forms/decisions.ts';
import type { ListedRegistration } from '#lib/store/forms/registration-list.ts';
import {
  reasonField,
  showPreview,
  warnedField,
  type DecisionPreview,
  type PreviewOptions,
} from './decision-preview.ts';
import { readChosen, type MatchingList } from './choose-registrations.ts';
import { addressAfter } from './message.ts';

const maxReason = 500;

type DecideDeps = {
  decisions: Decisions;
  who: string;
  seats: (course: string, term: string) => number;
  /** Returns undefined if there is no email to send. */
  letter: (registration: ListedRegistration, standing: Standing) => OutgoingMail | undefined;
  now?: number;
};

/** With the list that the registrar chooses from. */
type FromList = { list: MatchingList };

type PreviewDeps = Omit<DecideDeps, 'who'> & Pick<PreviewOptions, 'answersOf' | 'courseTitle'>;

/**
 * Decides about the courses of one registration, as its page's form says. Returns the next address, or undefined if the
 * page must ask first, because a course is full or would have more places than seats.
 * @throws ApiError INVALID_REQUEST if nothing is chosen or it can't be decided; STORE_UNAVAILABLE
 */
export async function decideAboutOne(
  form: FormData,
  { reference, ...deps }: DecideDeps & { reference: string },
): Promise<string | undefined> {
  const made = await decide(form, deps, readCourses(form, reference));
  return made && addressAfter(`/staff/registrations/${reference}`, made.logId);
}

/**
 * Makes one decision about all chosen registrations. Returns the address of the page that shows the result, or undefined
 * if the page must show the preview again, because another course is full by now.
 */
export async function decideAboutMany(
  form: FormData,
  { list, ...deps }: DecideDeps & FromList,
): Promise<string | undefined> {
  const made = await decide(form, deps, await readChoice(form, list));
  return made && addressAfter(`/staff/registrations/decide?batch=${made.batch}`, made.logId);
}

/**
 * Gives a free seat of a course to the registration that the page showed as the next on the waiting list. Returns the
 * address of the page with the result.
 * @param path of the page with the waiting lists of the term
 * @throws ApiError INVALID_REQUEST if it is not its turn any more, or no seat is free; STORE_UNAVAILABLE
 */
export async function giveToNext(
  form: FormData,
  deps: DecideDeps,
  path: string,
): Promise<string | undefined> {
  const [reference, turn] = [readField(form, 'reference'), readField(form, 'turn')];
  const decision = (course: string) => (course === turn ? 'place' : undefined);
  const made = await decide(form, deps, { references: [reference], decision, turn, reasonFor: () => '' });
  return made && addressAfter(`${path}&batch=${made.batch}`, made.logId);
}

/**
 * Says what `decideAboutOne` would do.
 * @throws ApiError INVALID_REQUEST if nothing is left to decide, or someone has decided since
 */
export async function previewOne(
  form: FormData,
  {
    reference,
    decisions,
    seats,
    letter: letterFor,
    now = Date.now(),
    ...shown
  }: PreviewDeps & { reference: string },
): Promise<DecisionPreview> {
  const preview = await decisions.preview({ ...readCourses(form, reference), seats, letterFor, now });
  if (preview.planned.length === 0) throw new ApiError('INVALID_REQUEST', decisionErrors.nothing);
  if (form.has('seen') && readField(form, 'seen') !== preview.latest)
    throw new ApiError('INVALID_REQUEST', staffActionErrors.changed);
  return showPreview(preview, { form, ...shown });
}

/** Says what `decideAboutMany` would do. @throws ApiError */
export async function previewMany(
  form: FormData,
  { decisions, seats, letter: letterFor, list, now = Date.now(), ...shown }: PreviewDeps & FromList,
): Promise<DecisionPreview> {
  const preview = await decisions.preview({ ...(await readChoice(form, list)), seats, letterFor, now });
  return showPreview(preview, { form, ...shown, isForMany: true });
}

/** @param path of the page to continue at. @throws ApiError INVALID_REQUEST if it is too late */
export async function undoDecisions(
  form: FormData,
  { decisions, who, seats, letter: letterFor, now = Date.now() }: DecideDeps,
  path: string,
): Promise<string> {
  return addressAfter(path, await decisions.undo(readField(form, 'batch'), { who, now, seats, letterFor }));
}

function decide(form: FormData, deps: DecideDeps, wanted: Choice) {
  const { decisions, who, seats, letter: letterFor, now = Date.now() } = deps;
  const seen = form.has('seen') ? readField(form, 'seen') : undefined;
  const warned = new Set(form.getAll('warned'));
  const hasSeen = (planned: PlannedDecision) => warned.has(warnedField(planned));
  return decisions.decide({ ...wanted, who, seen, seats, hasSeen, letterFor, now });
}

function readReason(form: FormData, field: string): string {
  return readField(form, field).slice(0, maxReason);
}

type Choice = Pick<DecideOptions, 'references' | 'decision' | 'reasonFor' | 'turn'>;

function readCourses(form: FormData, reference: string): Choice {
  const reason = readReason(form, 'reason');
  const decision = (course: string) => {
    const choice = readField(form, `course-${course}`);
    return choice === '' ? undefined : requireDecision(choice);
  };
  const turn = form.has('turn') ? readField(form, 'turn') : undefined;
  return { references: [reference], decision, turn, reasonFor: () => reason };
}

async function readChoice(form: FormData, list: MatchingList): Promise<Choice> {
  const references = await readChosen(form, list);
  const reasonFor = (decision: Decision) => readReason(form, reasonField(decision));
  return { references, decision: requireDecision(readField(form, 'decision')), reasonFor };
}

function requireDecision(text: string): Decision {
  if (!isDecision(text)) throw new ApiError('INVALID_REQUEST', unknownAction);
  return text;
}

function isDecision(text: string): text is Decision {
  return Object.hasOwn(decisionLabels, text);
}
