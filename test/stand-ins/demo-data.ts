import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { letterSettings } from '#app/letter-settings.ts';
import { courseSchema } from '#lib/content/course.ts';
import { addDays, dayIn } from '#lib/content/terms.ts';
import { createCatalogue, type CatalogueCourse } from '#lib/forms/catalogue.ts';
import { createLinkTokens } from '#lib/forms/link-tokens.ts';
import { acceptRegistration } from '#lib/forms/registration.ts';
import { acceptSignup } from '#lib/forms/signup.ts';
import { emailKey } from '#lib/forms/text-fields.ts';
import { isApiError } from '#lib/http/api-error.ts';
import { createRegistrationLetters } from '#lib/mail/registration-letters.ts';
import { createSignupLetters } from '#lib/mail/signup-letters.ts';
import type { Store } from '#lib/store/open.ts';
import { createInsightCounts } from '#lib/store/staff/insight-counts.ts';
import { createOutbox } from '#lib/store/mail/outbox.ts';
import { createRegistrations } from '#lib/store/forms/registrations.ts';
import { loadLinkSecrets } from '#lib/store/secrets.ts';
import { createSignups } from '#lib/store/forms/signups.ts';
import { createStaffActions } from '#lib/store/staff/staff-actions.ts';
import { institute } from '#lib/content/current-institute.ts';
import { listTerms } from '#lib/content/term-rules.ts';
import { fillWithEnquiries } from './demo-submissions.ts';
import { interests, notes, people, questions, searches } from './demo-people.ts';

const hour = 60 * 60 * 1000;
const registrations = 40;
const signups = 25;
/** Index of the registration in which a stranger uses another student's number. */
const strangers = registrations - 2;

type Options = {
  siteUrl: string;
  /** Folder of the content. */
  contentDir?: string;
  /** Email address of the member who handled registrations. */
  staff?: string;
  now?: Date;
};

/**
 * Fills a store with three weeks of typical data: registrations, applications and enquiries in every state, failed
 * emails, sign-ups, searches and unanswered questions. It uses the same functions as the site.
 */
export async function fillWithSubmissions(
  store: Store,
  { siteUrl, contentDir = 'src/content', staff = 'registrar@larkmoor.example', now = new Date() }: Options,
): Promise<void> {
  const settings = letterSettings(institute(), { SITE_URL: siteUrl, REGISTRAR_EMAIL: staff });
  const tokens = createLinkTokens(await loadLinkSecrets(store));
  const courses = readCourses(contentDir);
  const step = (21 * 24 * hour) / registrations;
  for (let index = 0; index < registrations; index += 1) {
    const at = new Date(now.getTime() - (registrations - index - 1) * step - (index % 5) * 0.4 * hour);
    const today = dayIn(institute().timeZone, at);
    const catalogue = createCatalogue({ terms: listTerms(institute().terms, today), courses }, today);
    const reference = await register(index, {
      codes: courses.map(({ code }) => code),
      catalogue,
      submissions: createRegistrations(store),
      tokens,
      letters: createRegistrationLetters(settings),
      now: at,
      ...(index === strangers && { student: index - 4, email: 'k.student@post.example' }),
    });
    await postMail(store, { at: at.getTime() + 3_000, fails: failuresOf(index) });
    if (failuresOf(index) === 0 && index % 9 !== 4 && index !== strangers)
      await confirm(store, reference, at.getTime() + hour);
    await handle(store, { index, reference, who: staff, at: at.getTime() });
  }
  for (let index = 0; index < signups; index += 1) {
    const at = new Date(now.getTime() - (signups - index) * 20 * hour);
    await signUp(store, { index, at, tokens, letters: createSignupLetters(settings) });
    await postMail(store, { at: at.getTime() + 3_000, fails: 0 });
  }
  await fillWithEnquiries(store, { settings, tokens, contentDir, staff, now });
  await flood(store, { tokens, letters: createSignupLetters(settings), now });
  await postMail(store, { at: now.getTime(), fails: 0 });
  await ask(store, dayIn(institute().timeZone, now));
}

/** Signs up one mailbox repeatedly, so that emails over the daily cap are held. */
async function flood(
  store: Store,
  options: Omit<Parameters<typeof acceptSignup>[1], 'signups'>,
): Promise<void> {
  for (let count = 1; count <= 5; count += 1) {
    await acceptSignup(
      { email: `pat.quill+${count}@post.example` },
      { ...options, signups: createSignups(store) },
    );
  }
}

/** Counts searches and questions with different frequencies over the last ten weeks. */
async function ask(store: Store, today: string): Promise<void> {
  const counts = createInsightCounts(store);
  for (const [kind, texts] of [
    ['search', searches],
    ['question', questions],
  ] as const) {
    for (const [place, text] of texts.entries()) {
      const entries = Array.from({ length: Math.ceil(24 / (place + 1)) }, (_, index) => ({
        kind,
        text,
        day: addDays(today, -((index * (5 + place) + place * 3) % 70)),
        count: 1 + ((index * 7 + place) % 3),
      }));
      const days = new Map(entries.map((entry) => [entry.day, entry]));
      await counts.add([...days.values()]);
    }
  }
}

function readCourses(contentDir: string): CatalogueCourse[] {
  const folder = join(contentDir, 'courses');
  return readdirSync(folder)
    .filter((name) => /\.mdx?$/.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8').split(/^---$/m)[1] ?? '')
    .map((matter) => courseSchema.parse(parse(matter)));
}

type RegisterOptions = Parameters<typeof acceptRegistration>[1] & {
  codes: readonly string[];
  /** Index of the student, if it differs from that of the registration. */
  student?: number;
  email?: string;
};

/** Tries other courses if the chosen ones clash or the person is already registered for them. */
async function register(
  index: number,
  { codes, student = index, email, ...options }: RegisterOptions,
): Promise<string> {
  const { catalogue } = options;
  const who = (student * 7) % people.length;
  const [givenName, familyName, address] = people[who] ?? ['', '', ''];
  const [term] = catalogue.openTerms();
  const offered = codes.filter((code) => catalogue.offerings(code, term?.id ?? '').length > 0);
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const wanted = Array.from(
      { length: 1 + (index % 3) },
      (_, nth) => offered[(index * 5 + nth * 3 + attempt * (nth + 1)) % offered.length] ?? '',
    );
    try {
      const accepted = await acceptRegistration(
        {
          studentNumber: `LK${204_000 + who * 37}`,
          givenName,
          familyName,
          email: email ?? address,
          term: term?.id ?? '',
          courses: [...new Set(wanted)],
          note: index % 4 === 1 ? notes[Math.floor(index / 4) % notes.length] : undefined,
        },
        options,
      );
      return accepted.reference;
    } catch (error) {
      if (!isApiError(error) || error.code !== 'INVALID_REQUEST') throw error;
    }
  }
  throw new Error('found no courses without a clash');
}

function confirm(store: Store, reference: string, now: number): Promise<unknown> {
  return createRegistrations(store).confirm(reference, { now, seats: {}, lateMailsFor: () => [] });
}

/** Marks old registrations as done, some as in progress and a few as withdrawn. The latest stay new. */
async function handle(
  store: Store,
  { index, reference, who, at }: { index: number; reference: string; who: string; at: number },
): Promise<void> {
  if (index % 13 === 5) {
    await createRegistrations(store).withdraw(reference, { now: at + 30 * hour, mails: [] });
    return;
  }
  if (index >= registrations - 7) return;
  const actions = createStaffActions(store, { emailKey });
  await actions.setHandling(reference, { from: 'new', to: 'in-progress', who, now: at + 20 * hour });
  if (index % 8 === 6) return;
  await actions.setHandling(reference, { from: 'in-progress', to: 'done', who, now: at + 21 * hour });
}

/** Number of delivery failures of a registration's email. After eight it is parked. */
function failuresOf(index: number): number {
  if (index === registrations - 9) return 8;
  if (index === registrations - 3) return 8;
  return index === registrations - 1 ? 2 : 0;
}

/** Does what the mail worker does for all queued emails. */
async function postMail(store: Store, { at, fails }: { at: number; fails: number }): Promise<void> {
  const outbox = createOutbox(store);
  const holder = 'demo';
  for (let round = 0; round === 0 || round < fails; round += 1) {
    const now = at + round * 1_000;
    const claimed = await outbox.claim({ holder, until: now + 60_000 }, { now, limit: 20 });
    for (const { id, mail } of claimed) {
      const isFailing = fails > 0 && mail.kind === 'registration-receipt';
      if (!isFailing) await outbox.markSent(id, { holder, now });
      else {
        const isLast = round === fails - 1;
        const retryAt = isLast && fails < 8 ? Date.now() + hour : now;
        const error = 'EENVELOPE 550';
        await outbox.markFailed(id, { holder, error, retryAt: isLast && fails >= 8 ? null : retryAt });
      }
    }
  }
}

type SignUpOptions = { index: number } & Pick<
  Required<Parameters<typeof acceptSignup>[1]>,
  'tokens' | 'letters'
> & { at: Date };

async function signUp(store: Store, { index, at, tokens, letters }: SignUpOptions): Promise<void> {
  const list = createSignups(store);
  const [givenName = '', familyName = '', address = ''] = people[index % people.length] ?? [];
  const email = index < people.length ? address : `reader${index}@post.example`;
  const name = index % 3 === 0 ? undefined : `${givenName} ${familyName}`;
  await acceptSignup(
    { email, name, interests: [...(interests[index % interests.length] ?? [])] },
    { signups: list, tokens, letters, now: at },
  );
  const [signup] = (await list.list('pending')).filter((each) => each.email === email);
  if (!signup || index % 6 === 4) return;
  await list.confirm(signup.id, { cycle: signup.cycle, now: at.getTime() + hour / 2 });
  if (index % 8 === 3) await list.unsubscribe(signup.id, { now: at.getTime() + 9 * hour });
}
