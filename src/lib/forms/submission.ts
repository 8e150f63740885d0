import { createHash } from 'node:crypto';
import { ApiError } from '#lib/http/api-error.ts';
import { linkErrors, requestErrors } from '#lib/i18n/en/errors.ts';
import type { Fact } from '#lib/mail/letter.ts';
import type { SubmissionFacts, SubmissionLetters } from '#lib/mail/submission-letters.ts';
import type { OutgoingMail } from '#lib/store/mail/outbox.ts';
import type { Submission, Submissions } from '#lib/store/forms/submissions.ts';
import { listAnswers, parseAnswers, pickAnswers, type Answer } from './answers.ts';
import type { FormInput, FormOptions, SubmissionForm } from './form-definition.ts';
import type { LinkTokens } from './link-tokens.ts';
import { createReference } from './reference.ts';
import { emailKey } from './text-fields.ts';

const day = 24 * 60 * 60 * 1000;

type Deps = {
  form: SubmissionForm;
  /** Today's options of the form. */
  options: FormOptions;
  submissions: Submissions;
  tokens: LinkTokens;
  /** Undefined if email is not set up. */
  letters?: SubmissionLetters | undefined;
  now?: Date;
};

/**
 * Stores an application, enquiry or other submission before it returns, so an accepted one is never lost. The same
 * answers within a day are stored once and keep their reference.
 * @throws ApiError INVALID_REQUEST if an option is not on offer; STORE_UNAVAILABLE
 */
export async function acceptSubmission(
  payload: FormInput & { email: string },
  { form, options, submissions, tokens, letters, now = new Date() }: Deps,
): Promise<{ reference: string; repeated: boolean }> {
  requireOffered(form, payload, options);
  const answers = pickAnswers(form, payload, []);
  const { email } = payload;
  const key = emailKey(email) ?? email.toLowerCase();
  const facts = { form: form.name, name: nameOf(form, answers), email };
  return submissions.insertOnce(
    {
      ...facts,
      emailKey: key,
      topic: String(answers[form.topic] ?? ''),
      answers,
      sameKey: createHash('sha256')
        .update(JSON.stringify({ ...answers, email: key }))
        .digest('base64url'),
      receivedAt: now.getTime(),
    },
    {
      sameWithin: day,
      createReference: () => createReference(form.prefix),
      mailsFor: (reference) =>
        letters?.received({
          ...facts,
          reference,
          topic: topicOf(form, answers, options),
          chosen: chosenOf(form, answers, options),
          answers: listAnswers(form, answers, options),
          withdrawToken: tokens.sign('withdraw-submission', reference),
        }) ?? [],
    },
  );
}

/**
 * Withdraws the submission that a link in an email names. Idempotent.
 * @throws ApiError INVALID_REQUEST for an invalid link; STORE_UNAVAILABLE
 */
export async function withdrawSubmission(
  token: string,
  { form, options, submissions, tokens, letters, now = new Date() }: Deps,
): Promise<{ reference: string }> {
  const reference = tokens.read('withdraw-submission', token, now) ?? '';
  const row = reference.startsWith(`${form.prefix}-`) ? await submissions.find(reference) : undefined;
  if (!row) throw new ApiError('INVALID_REQUEST', linkErrors.invalidWithdrawal);
  await submissions.withdraw(reference, {
    now: now.getTime(),
    mails: letters?.withdrawn(factsOf(row, { form, options })) ?? [],
  });
  return { reference };
}

/** Creates the person's email about a stored submission again. Returns undefined if it was withdrawn. */
export function submissionReceipt(
  row: Submission,
  { form, options, tokens, letters }: Omit<Deps, 'letters' | 'submissions'> & { letters: SubmissionLetters },
): OutgoingMail | undefined {
  if (row.handling === 'withdrawn') return undefined;
  const withdrawToken = tokens.sign('withdraw-submission', row.reference);
  return letters.received({ ...factsOf(row, { form, options }), withdrawToken })[0];
}

/** @param row undefined to get only the labels */
export function listSubmissionAnswers(
  row: Submission | undefined,
  { form, options }: { form: SubmissionForm; options: FormOptions },
): Answer[] {
  return listAnswers(form, row ? parseAnswers(row) : {}, options);
}

function factsOf(
  row: Submission,
  { form, options }: { form: SubmissionForm; options: FormOptions },
): SubmissionFacts {
  const answers = parseAnswers(row);
  return {
    form: form.name,
    reference: row.reference,
    name: row.name,
    email: row.email,
    topic: topicOf(form, answers, options),
    chosen: chosenOf(form, answers, options),
    answers: listAnswers(form, answers, options),
  };
}

function nameOf({ person }: SubmissionForm, values: FormInput): string {
  return person.map((field) => values[field]).join(' ');
}

/** The label of the topic; undefined if it was left out. */
function topicOf({ topic }: SubmissionForm, values: FormInput, options: FormOptions): string | undefined {
  return labelsOf(topic, values, options)[0];
}

/** The labels of what is still on offer, and of nothing that the person has typed. */
function chosenOf({ chosen, fields }: SubmissionForm, values: FormInput, options: FormOptions): Fact[] {
  return chosen
    .map((name) => ({
      label: fields[name]?.shortLabel ?? fields[name]?.label ?? name,
      text: labelsOf(name, values, options).join('; '),
    }))
    .filter(({ text }) => text !== '');
}

function labelsOf(name: string, values: FormInput, options: FormOptions): string[] {
  return [values[name] ?? []]
    .flat()
    .flatMap((value) => options[name]?.find((option) => option.value === value)?.label ?? []);
}

/** Checks the options on offer, which depend on the day and are unknown to the schema. */
function requireOffered({ fields }: SubmissionForm, values: FormInput, options: FormOptions): void {
  const errors = Object.entries(options).flatMap(([name, list]) => {
    const chosen = [values[name] ?? []].flat();
    const isOffered = chosen.every((value) => list.some((option) => option.value === value));
    const field = fields[name];
    return isOffered || !field || !('error' in field) ? [] : [[name, field.error ?? ''] as const];
  });
  if (errors.length === 0) return;
  throw new ApiError('INVALID_REQUEST', {
    ...requestErrors.invalidFields,
    fields: Object.fromEntries(errors),
  });
}
