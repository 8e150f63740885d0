import { ApiError } from '#lib/http/api-error.ts';
import { changeSetErrors as errors } from '#lib/i18n/en/desk.ts';
import { unknownAction } from '#lib/i18n/en/staff.ts';
import type { Allowed, ChangeSet } from '#lib/store/desk/editing-change-sets.ts';
import type { Draft } from '#lib/store/desk/editing-drafts.ts';
import type { StaffMember } from '#lib/auth/staff-types.ts';
import { requireNoErrors } from './check-drafts.ts';
import { digestOf } from './content-digest.ts';
import { findChangeSet, requireRepository, type EditingDesk } from '#lib/editing/desk.ts';
import { newFilesOf } from '#lib/editing/draft-files.ts';
import { requireOwnSet } from './own-set.ts';
import { actions, allowedActions, approvalOf, partFor, type Action } from './permissions.ts';
import { findShorterRetention } from './shorter-retention.ts';
import { readField } from '#lib/http/form-field.ts';

const maxSentence = 500;
const maxComment = 2_000;
/** A year, in milliseconds. */
const maxWait = 366 * 24 * 60 * 60 * 1000;

type ActOptions = {
  id: string;
  member: StaffMember;
  /** Converts a date and time from the form, in the institute's time zone, to UTC milliseconds. */
  toMoment: (text: string) => number | undefined;
  now?: number;
};

type ErrorText = { message: string; resolution: string };

type Opened = { set: ChangeSet; drafts: Draft[] };

/**
 * Handles a form on the page of a change set.
 * @throws ApiError INVALID_REQUEST if the input is invalid or the state does not allow the action, NOT_FOUND,
 * FORBIDDEN, STORE_UNAVAILABLE
 */
export async function actOnChangeSet(form: FormData, desk: EditingDesk, options: ActOptions): Promise<void> {
  const { id, member, now = Date.now() } = options;
  requireRepository(desk);
  const { changeSets, comments, previewLinks } = desk;
  const field = (name: string) => readField(form, name);
  const action = actions.find((each) => each === field('action'));
  if (!action || action === 'link') {
    throw new ApiError('INVALID_REQUEST', unknownAction);
  }
  const opened = await requireAction(desk, { id, action, member });
  const doer = { who: { email: member.email, name: member.name }, now };
  const allowed = { ...doer, allows: allowing(desk, { action, member }) };
  const steps: Readonly<Record<Exclude<Action, 'link'>, () => Promise<unknown>>> = {
    rename: () => changeSets.rename(id, required(field('title'), errors.missing.title, 100), allowed),
    submit: () => submit(desk, opened, { id, sentence: requireSentence(field('sentence')), allowed }),
    withdraw: () => changeSets.withdraw(id, allowed),
    unschedule: () => changeSets.unschedule(id, allowed),
    reschedule: async () => {
      const isDone = await changeSets.reschedule(
        id,
        readPublishAt(form, { toMoment: options.toMoment, now }),
        allowed,
      );
      if (isDone) desk.wakePublisher();
      return isDone;
    },
    return: () =>
      changeSets.return(id, required(field('decision'), errors.missing.decision, maxComment), allowed),
    approve: () => approve(form, desk, { ...options, opened, allowed }),
    publish: () =>
      approve(form, desk, { ...options, opened, allowed, sentence: requireSentence(field('sentence')) }),
    comment: () => {
      const line = Number(field('line')) || null;
      const text = required(field('text'), errors.missing.comment, maxComment);
      const draft = requireDraft(opened, field('file'));
      const quote = line === null ? '' : (draft.text?.split('\n')[line - 1] ?? '').slice(0, 200);
      return comments.add(id, { path: draft.path, line, quote, text }, doer);
    },
    discard: () => desk.drafts.discard(requireShown(form, opened), { who: member.email, now }),
    move: async () => {
      const changeSet = field('set');
      await requireOwnSet(desk, changeSet, member);
      return desk.drafts.moveTo(requireShown(form, opened), { changeSet, who: member.email, now });
    },
    revoke: () => previewLinks.revoke(field('link'), doer),
  };
  if ((await steps[action]()) === false) throw changed();
}

/**
 * Returns a change set with its drafts if the person may perform the action.
 * @throws ApiError NOT_FOUND if unknown, INVALID_REQUEST if its state does not allow the action, FORBIDDEN
 */
export async function requireAction(
  desk: EditingDesk,
  { id, action, member }: { id: string; action: Action; member: StaffMember },
): Promise<Opened> {
  const set = await findChangeSet(desk, id);
  if (!set) throw new ApiError('NOT_FOUND', errors.unknown);
  const part = partFor(action, set.state);
  if (part === undefined) throw changed();
  const drafts = await desk.drafts.list(id);
  if (allowing(desk, { action, member })(set, drafts)) return { set, drafts };
  throw new ApiError('FORBIDDEN', errors.refusals[part]);
}

function allowing(
  { editorsPublish: rule }: EditingDesk,
  { action, member }: { action: Action; member: StaffMember },
): Allowed['allows'] {
  return (set, drafts) => allowedActions(member, { set, drafts, rule }).has(action);
}

function requireDraft({ drafts }: Opened, path: string): Draft {
  const draft = drafts.find((each) => each.path === path);
  if (draft) return draft;
  throw changed();
}

/** The draft that a form is about, if unchanged since the page showed it, and the new pictures that only it uses. */
function requireShown(form: FormData, opened: Opened): Draft[] {
  const draft = requireDraft(opened, readField(form, 'file'));
  if (digestOf([draft]) !== readField(form, 'seenFile')) throw changed();
  return [draft, ...newFilesOf(draft, opened.drafts)];
}

/** Submits drafts without errors: the transaction compares them with the ones that were checked. */
async function submit(
  desk: EditingDesk,
  { drafts }: Opened,
  { id, sentence, allowed }: { id: string; sentence: string; allowed: Allowed },
): Promise<boolean> {
  await requireNoErrors(desk, drafts);
  return desk.changeSets.submit(id, sentence, allowingOnly(digestOf(drafts), allowed));
}

/** Allows a step only while the drafts have this digest. */
function allowingOnly(digest: string, { allows, ...doer }: Allowed): Allowed {
  return { ...doer, allows: (set, drafts) => allows(set, drafts) && digestOf(drafts) === digest };
}

/** Approves exactly what the page showed: the transaction compares the digest with the drafts again. */
async function approve(
  form: FormData,
  desk: EditingDesk,
  options: ActOptions & { opened: Opened; allowed: Allowed; sentence?: string },
): Promise<boolean> {
  const { id, member, toMoment, opened, allowed, sentence } = options;
  const { set, drafts } = opened;
  const seen = readField(form, 'seen');
  if (drafts.length === 0 || digestOf(drafts) !== seen) throw changed();
  await requireNoErrors(desk, drafts);
  const deletions = findShorterRetention(desk, drafts);
  if (deletions.length > 0 && readField(form, 'deletes') !== 'on')
    throw new ApiError('INVALID_REQUEST', errors.deletesData);
  const isOwn = approvalOf(member, { set, drafts, rule: desk.editorsPublish }) === 'own';
  const publishAt = readPublishAt(form, { toMoment, now: allowed.now });
  const isDone = await desk.changeSets.approve(
    id,
    { publishAt, approved: seen, isOwn, sentence },
    allowingOnly(seen, allowed),
  );
  if (isDone) desk.wakePublisher();
  return isDone;
}

function readPublishAt(
  form: FormData,
  { toMoment, now }: { toMoment: ActOptions['toMoment']; now: number },
): number {
  const at = form.get('at');
  if (form.get('when') !== 'later' || typeof at !== 'string') return now;
  const moment = toMoment(at);
  if (moment === undefined || moment > now + maxWait) {
    throw new ApiError('INVALID_REQUEST', errors.noMoment);
  }
  if (moment < now) throw new ApiError('INVALID_REQUEST', errors.pastMoment);
  return moment;
}

/** Whether people still work on a change set. */
export function isOpen({ state }: Pick<ChangeSet, 'state'>): boolean {
  return state !== 'published';
}

function requireSentence(text: string): string {
  return required(text.replaceAll(/\s+/g, ' '), errors.missing.sentence, maxSentence);
}

function required(text: string, missing: ErrorText, max: number): string {
  if (text !== '' && text.length <= max) return text;
  throw new ApiError('INVALID_REQUEST', text === '' ? missing : errors.tooLong({ max }));
}

function changed(): ApiError {
  return new ApiError('INVALID_REQUEST', errors.changed);
}
