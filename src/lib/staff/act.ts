import { ApiError } from '#lib/http/api-error.ts';
import type { EndedSessions } from '#lib/store/ended-sessions.ts';
import type { OutgoingMail } from '#lib/store/outbox.ts';
import type { KeptRegistration, RegistrationConflicts } from '#lib/store/registration-conflicts.ts';
import type { StaffActions } from '#lib/store/staff-actions.ts';
import { addressAfter } from './message.ts';
import { keepRegistration } from './registration-conflict.ts';
import { isHandling } from './registration-filter.ts';

/** An email address has 254 characters at most, a directory's name 200. */
const longestMember = 254;

type Deps = { actions: StaffActions; who: string; now?: number };

type RegistrationDeps = Deps & {
  reference: string;
  /** Undefined where there is none to send. */
  letter: () => OutgoingMail | undefined;
  conflicts: RegistrationConflicts;
  /** The mails that keeping this registration sends. */
  keepingMails: (outcome: KeptRegistration) => OutgoingMail[];
};

/**
 * Does what was pressed on a registration's page, and says where to go next.
 * @throws ApiError INVALID_REQUEST when it can't be done; STORE_UNAVAILABLE
 */
export async function actOnRegistration(
  form: FormData,
  { actions, reference, letter, conflicts, keepingMails, who, now = Date.now() }: RegistrationDeps,
): Promise<string> {
  const path = `/staff/registrations/${reference}`;
  if (form.get('action') === 'keep') {
    return keepRegistration(form, { conflicts, reference, mailsFor: keepingMails, who, now });
  }
  if (form.get('action') === 'send-again') {
    const mail = letter();
    if (!mail) throw refused('There is no letter to send.', 'Mail must be set up, and the term be known.');
    return addressAfter(path, await actions.sendAgain(mail, { who, now }));
  }
  const [from, to] = [textOf(form, 'from'), textOf(form, 'to')];
  if (!isHandling(from) || !isHandling(to) || to === 'withdrawn') {
    throw refused('This is nothing that can be done here.', 'Use one of the buttons of the page.');
  }
  const id = await actions.setHandling(reference, { from, to, who, now });
  if (id === undefined) {
    throw refused('It was changed in the meantime.', 'Look at how it stands now, and go on from there.');
  }
  return addressAfter(path, id);
}

/** Has all mails tried again that had been given up. */
export async function retryMail({ actions, who, now = Date.now() }: Deps): Promise<string> {
  return addressAfter('/staff', await actions.retryParked({ who, now }));
}

/**
 * Sends one held mail, or all that were shown.
 * @throws ApiError INVALID_REQUEST when there is none any more; STORE_UNAVAILABLE
 */
export async function releaseHeldMail(
  form: FormData,
  { actions, who, now = Date.now() }: Deps,
): Promise<string> {
  const [id, through] = [textOf(form, 'id'), textOf(form, 'through')];
  const logId = await actions.releaseHeld(id ? { id } : { through }, { who, now });
  if (logId === undefined) {
    throw refused('This was sent or deleted in the meantime.', 'The list shows what is held now.');
  }
  return addressAfter('/staff/held-mail', logId);
}

/**
 * Signs a member out in every browser.
 * @param member the address as the log shows it
 * @throws ApiError INVALID_REQUEST without one
 */
export async function endSessions(
  member: string,
  { sessions, who, now = Date.now() }: Omit<Deps, 'actions'> & { sessions: EndedSessions },
): Promise<string> {
  if (member === '' || member.length > longestMember) {
    throw refused('Enter an email address.', 'Use the address that the log shows for this person.');
  }
  return addressAfter('/staff/end-sessions', await sessions.endAll(member, { who, now }));
}

/** Deletes a person's data everywhere. */
export async function deletePerson(email: string, { actions, who, now = Date.now() }: Deps): Promise<string> {
  return addressAfter('/staff/sign-ups', await actions.deletePerson(email, { who, now }));
}

export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
}

function refused(message: string, resolution: string): ApiError {
  return new ApiError('INVALID_REQUEST', { message, resolution });
}
