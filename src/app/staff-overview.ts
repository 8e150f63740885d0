import type { AstroGlobal } from 'astro';
import { hasRole } from '#lib/auth/staff-types.ts';
import { institute } from '#lib/content/current-institute.ts';
import { listTerms } from '#lib/content/term-rules.ts';
import { startOfDay } from '#lib/content/terms.ts';
import { retryMail } from '#lib/staff/act.ts';
import { handlingLabels, submissionLabels } from '#lib/staff/labels.ts';
import { seatsAddress } from '#lib/staff/list-course-seats.ts';
import { currentTerm, readOverview } from '#lib/staff/overview.ts';
import { readCatalogue } from '#app/content-view/offered-courses.ts';
import { submissionForms } from './site-forms.ts';
import { openStaffPage, servicesForStaff } from './staff-page.ts';

const statuses = ['new', 'in-progress', 'done', 'withdrawn'] as const;

/** Opens the overview with the parts that the member's roles allow. Its form tries to send undelivered emails again. */
export async function openOverview(context: AstroGlobal) {
  const { desk, site, staff } = servicesForStaff(context.locals.services);
  const catalogue = await readCatalogue();
  const { today } = catalogue;
  const term = currentTerm(listTerms(institute().terms, today), today);
  const page = await openStaffPage(context, {
    role: context.request.method === 'POST' ? 'registrar' : undefined,
    act: (_form, who) => retryMail({ actions: staff.actions, who }),
    load: async (member) => ({
      ...(await readOverview(staff, {
        readContentReport: () => site.publication.readContentReport(),
        term,
        today,
        catalogue,
        startOfToday: startOfDay(institute().timeZone, today),
        forms: submissionForms.map(({ name }) => name),
        may: (role) => hasRole(member, role),
      })),
      inReview: desk && hasRole(member, 'editor') ? (await desk.changeSets.list(['review'])).length : 0,
    }),
  });
  if (page instanceof Response) return page;
  const { registrar, unanswered, content, inReview = 0, recent = [] } = page.data ?? {};
  const byHandling = registrar?.registrations.term;
  return {
    page,
    today,
    seatsPath: seatsAddress(term?.id ?? ''),
    registrar,
    unanswered,
    /** The pages that these figures link to belong to the desk. */
    content: desk && content,
    inReview,
    recent,
    /** The registrations of the term by handling status. */
    inTerm: term &&
      byHandling && {
        title: term.title,
        count: byHandling.new + byHandling['in-progress'] + byHandling.done,
        parts: statuses.map((status) => ({
          label: handlingLabels[status].toLowerCase(),
          value: byHandling[status],
          href: `/staff/registrations?term=${term.id}&status=${status}`,
        })),
      },
    inboxes: submissionForms.map((form) => ({
      path: form.staffPath,
      labels: submissionLabels[form.name],
      counts: registrar?.submissions.find((each) => each.form === form.name),
    })),
  };
}
