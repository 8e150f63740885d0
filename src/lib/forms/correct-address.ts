import { ApiError } from '#lib/http/api-error.ts';
import { linkErrors } from '#lib/i18n/en/errors.ts';
import type { Registrations } from '#lib/store/forms/registrations.ts';
import { parseAnswers } from './answers.ts';
import { askedGroups } from './course-groups.ts';
import { acceptRegistration, type AcceptedRegistration, type AcceptOptions } from './registration.ts';
import type { RegistrationPayload } from './registration-form.ts';
import type { Sealer } from './sealer.ts';

/** How long the address of a registration can be corrected, in milliseconds. */
const correctableFor = 3_600_000;
const context = 'correct a registration';

export type Correctable = AcceptedRegistration & {
  payload: RegistrationPayload;
  /** When the first registration can no longer be corrected, in milliseconds, if this one corrects it. */
  until?: number;
};

/** What a token says. */
type Correction = {
  reference: string;
  /** 1 if an earlier request had stored the registration: maybe someone else's. Always as long, as the token shows its length. */
  repeated: 0 | 1;
  /** In milliseconds. */
  until: number;
  /** What was sent. The registration of someone else may have another name. */
  sent: { givenName: string; familyName: string; email: string };
};

type Tokens = { sealer: Sealer; now?: Date };

/** Makes the token for the page that corrects the address of a registration. */
export function sealCorrection(accepted: Correctable, { sealer, now = new Date() }: Tokens): string {
  const { reference, repeated, payload, until = now.getTime() + correctableFor } = accepted;
  const { givenName, familyName, email } = payload;
  const sent = { givenName, familyName, email };
  const correction: Correction = { reference, repeated: repeated ? 1 : 0, until, sent };
  return sealer.seal(JSON.stringify(correction), context);
}

type Find = Tokens & { submissions: Registrations };

/**
 * Returns the address that the registration was sent with.
 * @throws ApiError INVALID_REQUEST for an invalid token, or a confirmed registration; STORE_UNAVAILABLE
 */
export async function findCorrectable(token: string, options: Find): Promise<string> {
  const { registration, correction } = await readToken(token, options);
  if (registration.confirmed_at !== null && !correction.repeated)
    throw new ApiError('INVALID_REQUEST', linkErrors.notCorrectable);
  return correction.sent.email;
}

async function readToken(token: string, { submissions, sealer, now = new Date() }: Find) {
  const opened = sealer.open(token, context);
  const correction = opened === undefined ? undefined : (JSON.parse(opened) as Correction);
  const isValid = correction && now.getTime() < correction.until;
  const registration = isValid ? await submissions.find(correction.reference) : undefined;
  if (!correction || !registration) throw new ApiError('INVALID_REQUEST', linkErrors.invalidCorrection);
  return { correction, registration };
}

/**
 * Replaces an unconfirmed registration by the same one with another address, which takes over its seats. It has a
 * reference of its own, so that the links in the email to the mistyped address no longer work. A repeated registration
 * stays as it is, and the corrected one is new: whoever repeats it may be someone else, must not take it over, and must
 * not learn that there was one. So is one that is withdrawn by now, such as one that was corrected before. Idempotent.
 * @throws ApiError like `findCorrectable` and `acceptRegistration`
 */
export async function correctAddress(
  { token, email }: { token: string; email: string },
  options: AcceptOptions & { sealer: Sealer },
): Promise<Correctable> {
  await findCorrectable(token, options);
  const { registration, correction } = await readToken(token, options);
  const { repeated, sent, until } = correction;
  const isSameName =
    sent.givenName === registration.given_name && sent.familyName === registration.family_name;
  const stored = parseAnswers(registration);
  const payload = {
    // Those of someone else are not repeated.
    ...(isSameName && { ...stored, note: registration.note ?? undefined }),
    ...sent,
    studentNumber: registration.student_number,
    email,
    term: registration.term,
    courses: [...registration.course_set.split(' '), ...(isSameName ? askedGroups(stored['groups']) : [])],
  };
  const corrects = { replaces: repeated ? undefined : registration };
  return { ...(await acceptRegistration(payload, { ...options, corrects })), payload, until };
}
