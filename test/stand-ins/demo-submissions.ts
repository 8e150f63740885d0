import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { applicationForm } from '#lib/forms/application-form.ts';
import { enquiryForm } from '#lib/forms/enquiry-form.ts';
import type { FormOption } from '#lib/forms/form-definition.ts';
import type { LinkTokens } from '#lib/forms/link-tokens.ts';
import { acceptSubmission } from '#lib/forms/submission.ts';
import { emailKey } from '#lib/forms/text-fields.ts';
import type { LetterSettings } from '#lib/mail/letter.ts';
import { createSubmissionLetters } from '#lib/mail/submission-letters.ts';
import type { Store } from '#lib/store/open.ts';
import { createStaffActions } from '#lib/store/staff/staff-actions.ts';
import { createSubmissions } from '#lib/store/forms/submissions.ts';
import { institute } from '#lib/content/current-institute.ts';
import { people } from './demo-people.ts';

const hour = 60 * 60 * 1000;
const count = 12;

const visitorQuestions = [
  'May I join in the second week? I am away for the first one.',
  'Is there somewhere to leave a bicycle, and is there a shower?',
  'I have not studied since I left school in 1989. Is this course too hard for me?',
  'Does the price include the bus to the field days?\n\nI would come from Hexham.',
];

const backgrounds = [
  'GCSEs in 2004, then fifteen years as a gamekeeper. I have read a good deal about peat, and would like to understand it.',
  'A degree in geography, and three years in a planning office.',
  'No qualifications on paper. I have run my parents’ farm since 2016.',
];

type Options = {
  settings: LetterSettings;
  tokens: LinkTokens;
  contentDir: string;
  /** Email address of the member who handled the submissions. */
  staff: string;
  now: Date;
};

/** Fills a store with two weeks of enquiries and applications in every state. */
export async function fillWithEnquiries(
  store: Store,
  { settings, tokens, contentDir, staff, now }: Options,
): Promise<void> {
  const submissions = createSubmissions(store);
  const letters = createSubmissionLetters({
    ...settings,
    replies: institute().replies,
    paths: { application: applicationForm.path, enquiry: enquiryForm.path },
  });
  const about = readOptions(contentDir, 'courses', (slug) => `/courses/${slug}`);
  const program = readOptions(contentDir, 'programs', (slug) => slug);
  for (let index = 0; index < count; index += 1) {
    const at = new Date(now.getTime() - (count - index) * 27 * hour);
    const [givenName = '', familyName = '', email = ''] = people[(index * 3) % people.length] ?? [];
    const needs = { submissions, tokens, letters, now: at };
    const question = {
      ...(index % 4 !== 3 && { about: pick(about, index * 3) }),
      question: visitorQuestions[index % visitorQuestions.length] ?? '',
      name: `${givenName} ${familyName}`,
      email,
    };
    const application = {
      program: pick(program, index),
      givenName,
      familyName,
      email,
      consent: 'yes',
      qualifications: backgrounds[index % backgrounds.length] ?? '',
    };
    const received = [
      await acceptSubmission(question, { ...needs, form: enquiryForm, options: { about } }),
      await acceptSubmission(application, { ...needs, form: applicationForm, options: { program } }),
    ];
    for (const { reference } of received)
      await handle(store, { index, reference, who: staff, at: at.getTime() });
  }
}

/** Marks the oldest submissions as done, some as in progress and one as withdrawn. The latest stay new. */
async function handle(
  store: Store,
  { index, reference, who, at }: { index: number; reference: string; who: string; at: number },
): Promise<void> {
  if (index === 4) {
    await createSubmissions(store).withdraw(reference, { now: at + 5 * hour, mails: [] });
    return;
  }
  if (index >= count - 4) return;
  const actions = createStaffActions(store, { emailKey });
  await actions.setHandling(reference, { from: 'new', to: 'in-progress', who, now: at + 20 * hour });
  if (index % 3 === 2) return;
  await actions.setHandling(reference, { from: 'in-progress', to: 'done', who, now: at + 22 * hour });
}

function readOptions(contentDir: string, folder: string, valueOf: (slug: string) => string): FormOption[] {
  return readdirSync(join(contentDir, folder))
    .filter((name) => /\.mdx?$/.test(name))
    .map((name) => {
      const matter = readFileSync(join(contentDir, folder, name), 'utf8').split(/^---$/m)[1] ?? '';
      const { title } = parse(matter) as { title: string };
      return { value: valueOf(name.replace(/\.mdx?$/, '')), label: title };
    });
}

function pick(options: readonly FormOption[], index: number): string {
  return options[index % options.length]?.value ?? '';
}
