import type { AstroGlobal } from 'astro';
import { institute } from '#lib/content/current-institute.ts';
import { listTerms } from '#lib/content/term-rules.ts';
import { actOnRegistration } from '#lib/staff/act.ts';
import { listCourseSeats } from '#lib/staff/list-course-seats.ts';
import { currentTerm } from '#lib/staff/overview.ts';
import { readCatalogue } from '#app/content-view/offered-courses.ts';
import { openStaffPage } from './staff-page.ts';

/** Opens one registration. */
export async function openRegistration(context: AstroGlobal) {
  const { services } = context.locals;
  const { registrations, actions, conflicts, log } = services.staff;
  const { reference = '' } = context.params;
  const catalogue = await readCatalogue();
  const page = await openStaffPage(context, {
    role: 'registrar',
    act: async (form, who) => {
      const [detail, forms] = await Promise.all([registrations.detail(reference), services.forms()]);
      return actOnRegistration(form, {
        actions,
        conflicts,
        reference,
        who,
        seats: catalogue.seats,
        letter: () => detail && forms.letterAbout(detail, catalogue),
        keepingMails: (outcome) => forms.conflictLetters(outcome, catalogue),
      });
    },
    load: async () => {
      const detail = await registrations.detail(reference);
      const others = detail ? await conflicts.of(detail.registration) : [];
      return { detail, others, history: await log.about(reference) };
    },
  });
  if (page instanceof Response) return page;
  const { detail, others = [], history = [] } = page.data ?? {};
  const isUnknown = page.data !== undefined && !detail;
  if (isUnknown) context.response.status = 404;
  return { page, reference, catalogue, detail, others, history, isUnknown };
}

/** Opens the seats of the courses in the term that the address names, or else in the current one. */
export async function openSeats(context: AstroGlobal) {
  const { registrations } = context.locals.services.staff;
  const catalogue = await readCatalogue();
  const terms = listTerms(institute().terms, catalogue.today);
  const chosen = context.url.searchParams.get('term');
  const term = terms.find(({ id }) => id === chosen) ?? currentTerm(terms, catalogue.today);
  const page = await openStaffPage(context, {
    role: 'registrar',
    load: async () => ({
      usedTerms: await registrations.terms(),
      courses: term
        ? listCourseSeats(await registrations.enrolments(term.id, Date.now()), { catalogue, term: term.id })
        : [],
    }),
  });
  if (page instanceof Response) return page;
  const { courses = [], usedTerms = [] } = page.data ?? {};
  const tabs = terms
    .filter(({ id }) => id === term?.id || usedTerms.includes(id))
    .map(({ id, title }) => ({ label: title, href: `/staff/seats?term=${id}`, isCurrent: id === term?.id }));
  return { page, term, tabs, courses };
}
