import type { AstroGlobal } from 'astro';
import { institute } from '#lib/content/current-institute.ts';
import { listTerms } from '#lib/content/term-rules.ts';
import { listRegistrationAnswers } from '#lib/forms/answers.ts';
import { undoPeriod, type Batch, type Standing } from '#lib/store/forms/decisions.ts';
import type { KeptRegistration } from '#lib/store/forms/registration-conflicts.ts';
import type { ListedRegistration, RegistrationDetail } from '#lib/store/forms/registration-list.ts';
import type { RegistrationNote } from '#lib/store/forms/registration-notes.ts';
import { actOnRegistration } from '#lib/staff/act.ts';
import {
  decideAboutMany,
  decideAboutOne,
  giveToNext,
  previewMany,
  previewOne,
  undoDecisions,
} from '#lib/staff/decide-places.ts';
import type { DecisionPreview } from '#lib/staff/decision-preview.ts';
import { deleteNote, writeNote } from '#lib/staff/write-note.ts';
import { previewKeeping } from '#lib/staff/registration-conflict.ts';
import type { ShownLetter } from '#lib/staff/shown-letter.ts';
import { listCourseSeats, listFreeSeats, seatsAddress } from '#lib/staff/list-course-seats.ts';
import { currentTerm } from '#lib/staff/overview.ts';
import { addressWith, readQuery, viewAddress } from '#lib/staff/registration-filter.ts';
import { readField } from '#lib/http/form-field.ts';
import { readCatalogue } from '#app/content-view/offered-courses.ts';
import type { ServicesForStaff } from './services.ts';
import { openStaffPage, servicesForStaff } from './staff-page.ts';

/** Holds the most registrations that can be chosen, each with all its courses, in bytes. */
const maxDecisionsBody = 256 * 1024;

export async function openRegistration(context: AstroGlobal) {
  const { forms, staff } = servicesForStaff(context.locals.services);
  const { registrations, actions, conflicts, notes, log } = staff;
  const { reference = '' } = context.params;
  const catalogue = await readCatalogue();
  let question: DecisionPreview | undefined;
  let keptLetters: ShownLetter[] | undefined;
  const page = await openStaffPage(context, {
    role: 'registrar',
    act: async (form, who) => {
      const action = form.get('action');
      const deps = { ...(await decideDeps(context, who)), reference };
      if (action === 'write-note') return writeNote(form, { notes, reference, who });
      if (action === 'delete-note') return deleteNote(form, { notes, reference, who });
      if (action === 'undo') return undoDecisions(form, deps, `/staff/registrations/${reference}`);
      if (action === 'decide' || action === 'preview') {
        const done = action === 'decide' ? await decideAboutOne(form, deps) : undefined;
        if (done === undefined) question = await previewOne(form, deps);
        return done;
      }
      const [detail, letters] = await Promise.all([registrations.detail(reference), forms.open()]);
      const mailsFor = (outcome: KeptRegistration) => letters.conflictLetters(outcome, catalogue);
      if (action === 'preview-keep') {
        keptLetters = await previewKeeping(form, { ...deps, conflicts, mailsFor });
        return undefined;
      }
      return actOnRegistration(form, {
        actions,
        conflicts,
        reference,
        who,
        seats: catalogue.seats,
        letter: () => detail && letters.letterAbout(detail, catalogue),
        keepingMails: mailsFor,
      });
    },
    load: async () => {
      const detail = await registrations.detail(reference);
      const others = detail ? await conflicts.of(detail.registration) : [];
      const made = detail ? await staff.decisions.of(detail.registration.id) : [];
      const freed = detail ? await listFreed(detail, { catalogue, staff }) : [];
      const notesOf = detail
        ? await registrations.notes([detail.registration, ...others].map(({ id }) => id))
        : undefined;
      return { detail, others, made, freed, notesOf, history: await log.about(reference) };
    },
  });
  if (page instanceof Response) return page;
  const {
    detail,
    others = [],
    history = [],
    made = [],
    freed = [],
    notesOf = new Map<string, RegistrationNote[]>(),
  } = page.data ?? {};
  const isUnknown = page.data !== undefined && !detail;
  if (isUnknown) context.response.status = 404;
  const shown = { detail, others, history, made, freed, question, keptLetters, notesOf };
  return { page, reference, catalogue, isUnknown, ...shown };
}

type FreedDeps = Pick<ServicesForStaff, 'staff'> & {
  catalogue: Awaited<ReturnType<typeof readCatalogue>>;
};

/** The courses in which this registration has freed a seat that someone waits for. */
async function listFreed(
  { registration, courses }: RegistrationDetail,
  { catalogue, staff: { registrations, decisions } }: FreedDeps,
) {
  const { status, term } = registration;
  const left = courses.filter(({ decision }) => status === 'withdrawn' || decision === 'refused');
  if (left.length === 0) return [];
  const now = Date.now();
  const all = listCourseSeats(await registrations.enrolments(term, now), { catalogue, term });
  const freed = all.filter(({ code }) => left.some(({ course }) => course === code));
  return listFreeSeats(freed, { decisions, catalogue, term, now });
}

/** Opens the page that previews a decision about many registrations, makes it, and shows what was done. */
export async function openDecisions(context: AstroGlobal) {
  const { staff } = servicesForStaff(context.locals.services);
  const { registrations: list } = staff;
  const batchId = context.url.searchParams.get('batch');
  const page = await openStaffPage(context, {
    role: 'registrar',
    maxBytes: maxDecisionsBody,
    act: async (form, who) => {
      const action = form.get('action');
      if (action === 'decide') return decideAboutMany(form, { ...(await decideDeps(context, who)), list });
      if (action === 'undo')
        return undoDecisions(form, await decideDeps(context, who), viewAddress('toDecide'));
      return undefined;
    },
    load: async ({ email }, form) => ({
      preview:
        form && form.get('action') !== 'undo'
          ? await previewMany(form, { ...(await decideDeps(context, email)), list })
          : undefined,
      batch: batchId === null ? undefined : await staff.decisions.findBatch(batchId),
    }),
  });
  if (page instanceof Response) return page;
  const searchParams = new URLSearchParams(page.form && readField(page.form, 'query'));
  return {
    page,
    batchId,
    preview: page.data?.preview,
    batch: page.data?.batch,
    undo: undoOf(page.data?.batch, batchId),
    /** The list that the registrations were chosen from. */
    cancel: addressWith('/staff/registrations', readQuery({ searchParams })),
  };
}

/** What the form that undoes a batch needs; undefined once it is too late. */
function undoOf(batch: Batch | undefined, batchId: string | null) {
  const isOpen = batch && !batch.isUndone && Date.now() - batch.at < undoPeriod;
  return isOpen && batchId !== null ? { batch: batchId, seconds: undoPeriod / 1000 } : undefined;
}

async function decideDeps({ locals: { services } }: AstroGlobal, who: string) {
  const [catalogue, forms] = await Promise.all([readCatalogue(), services.forms.open()]);
  return {
    decisions: servicesForStaff(services).staff.decisions,
    who,
    seats: catalogue.seats,
    answersOf: listRegistrationAnswers,
    courseTitle: (code: string) => catalogue.course(code)?.title ?? '',
    letter: (registration: ListedRegistration, standing: Standing) =>
      forms.decisionLetter(registration, standing, catalogue),
  };
}

/** Opens the seats of the courses in the term that the address names, or else in the current one. */
export async function openSeats(context: AstroGlobal) {
  const { registrations, decisions } = servicesForStaff(context.locals.services).staff;
  const catalogue = await readCatalogue();
  const terms = listTerms(institute().terms, catalogue.today);
  const { searchParams } = context.url;
  const chosen = searchParams.get('term');
  const term = terms.find(({ id }) => id === chosen) ?? currentTerm(terms, catalogue.today);
  const termId = term?.id ?? '';
  const path = seatsAddress(termId);
  const batchId = searchParams.get('batch');
  const page = await openStaffPage(context, {
    role: 'registrar',
    act: async (form, who) => {
      const deps = await decideDeps(context, who);
      return form.get('action') === 'undo' ? undoDecisions(form, deps, path) : giveToNext(form, deps, path);
    },
    load: async () => {
      const now = Date.now();
      const courses = listCourseSeats(await registrations.enrolments(termId, now), {
        catalogue,
        term: termId,
      });
      return {
        usedTerms: await registrations.terms(),
        courses,
        free: await listFreeSeats(courses, { decisions, catalogue, term: termId, now }),
        batch: batchId === null ? undefined : await decisions.findBatch(batchId),
      };
    },
  });
  if (page instanceof Response) return page;
  const { courses = [], usedTerms = [], free = [], batch } = page.data ?? {};
  const tabs = terms
    .filter(({ id }) => id === term?.id || usedTerms.includes(id))
    .map(({ id, title }) => ({ label: title, href: seatsAddress(id), isCurrent: id === term?.id }));
  return { page, path, term, tabs, courses, free, batch, undo: undoOf(batch, batchId) };
}
