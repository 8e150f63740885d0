import { ApiError } from '#lib/http/api-error.ts';
import type { EndedSessions } from '#lib/store/staff/ended-sessions.ts';
import type { OutgoingMail } from '#lib/store/mail/outbox.ts';
import type { KeptRegistration, RegistrationConflicts } from '#lib/store/forms/registration-conflicts.ts';
import type { StaffActions } from '#lib/store/staff/staff-actions.ts';
import { staffActionErrors as errors, unknownAction } from '#lib/i18n/en/staff.ts';
import { addressAfter } from './message.ts';
import { keepRegistration } from './registration-conflict.ts';
import { isHandling } from './registration-filter.ts';
import { readField } from '#lib/http/form-field.ts';

/** An email address has at most 254 characters, a name in the directory 200. */
const maxMemberLength = 254;

type Deps = { actions: StaffActions; who: string; now?: number };

type HandlingDeps = Deps & {
  reference: string;
  /** Path of the page of the registration or submission. */
  path: string;
  /** Returns undefined if there is no email to send. */
  letter: () => OutgoingMail | undefined;
};

type RegistrationDeps = Omit<HandlingDeps, 'path'> & {
  conflicts: RegistrationConflicts;
  seats: (course: string, term: string) => number;
  /** Returns the emails to send when this registration is kept. */
  keepingMails: (outcome: KeptRegistration) => OutgoingMail[];
};

/**
 * Handles the forms of a registration's page. Returns the next address.
 * @throws ApiError INVALID_REQUEST if the action is not possible; STORE_UNAVAILABLE
 */
export async function actOnRegistration(form: FormData, deps: RegistrationDeps): Promise<string> {
  const { reference, conflicts, seats, keepingMails, who, now = Date.now() } = deps;
  if (form.get('action') === 'keep') {
    return keepRegistration(form, { conflicts, reference, seats, mailsFor: keepingMails, who, now });
  }
  return actOnSubmission(form, { ...deps, path: `/staff/registrations/${reference}` });
}

/**
 * Handles the forms of a submission's page: sets its handling, or sends its email again. Returns the next address.
 * @throws ApiError INVALID_REQUEST if the action is not possible; STORE_UNAVAILABLE
 */
export async function actOnSubmission(
  form: FormData,
  { actions, reference, path, letter, who, now = Date.now() }: HandlingDeps,
): Promise<string> {
  if (form.get('action') === 'send-again') {
    const mail = letter();
    if (!mail) throw new ApiError('INVALID_REQUEST', errors.noMail);
    return addressAfter(path, await actions.sendAgain(mail, { who, now }));
  }
  const [from, to] = [readField(form, 'from'), readField(form, 'to')];
  if (!isHandling(from) || !isHandling(to) || to === 'withdrawn') {
    throw new ApiError('INVALID_REQUEST', unknownAction);
  }
  const set = await actions.setHandling(reference, { from, to, who, now });
  if (set === undefined) throw new ApiError('INVALID_REQUEST', errors.changed);
  return addressAfter(path, set.logId);
}

/** Queues all undelivered emails again. */
export async function retryMail({ actions, who, now = Date.now() }: Deps): Promise<string> {
  return addressAfter('/staff', await actions.retryParked({ who, now }));
}

/**
 * Sends one held email, or all that were shown.
 * @throws ApiError INVALID_REQUEST if none is left; STORE_UNAVAILABLE
 */
export async function releaseHeldMail(
  form: FormData,
  { actions, who, now = Date.now() }: Deps,
): Promise<string> {
  const [id, through] = [readField(form, 'id'), readField(form, 'through')];
  const logId = await actions.releaseHeld(id ? { id } : { through }, { who, now });
  if (logId === undefined) throw new ApiError('INVALID_REQUEST', errors.mailGone);
  return addressAfter('/staff/held-mail', logId);
}

/**
 * Signs a member out in every browser.
 * @param member the address as the log shows it
 * @throws ApiError INVALID_REQUEST if the address is empty or too long
 */
export async function endSessions(
  member: string,
  { sessions, who, now = Date.now() }: Omit<Deps, 'actions'> & { sessions: EndedSessions },
): Promise<string> {
  if (member === '' || member.length > maxMemberLength) {
    throw new ApiError('INVALID_REQUEST', errors.noMember);
  }
  return addressAfter('/staff/end-sessions', await sessions.endAll(member, { who, now }));
}

export async function deletePerson(email: string, { actions, who, now = Date.now() }: Deps): Promise<string> {
  return addressAfter('/staff/sign-ups', await actions.deletePerson(email, { who, now }));
}
