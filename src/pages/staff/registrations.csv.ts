import { servicesForStaff } from '#app/staff-page.ts';
import { requireExport } from '#lib/auth/require-export.ts';
import { listRegistrationAnswers } from '#lib/forms/answers.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { exportRegistrations } from '#lib/staff/export-pages.ts';
import { readQuery } from '#lib/staff/registration-filter.ts';
import { institute } from '#lib/content/current-institute.ts';

export const prerender = false;

export const GET = endpoint('staff/registrations.csv', async (context) => {
  const member = await requireExport(context, 'registrar');
  if (member instanceof Response) return member;
  const { staff } = servicesForStaff(context.locals.services);
  return exportRegistrations(readQuery(context.url), {
    staff,
    who: member.email,
    answersOf: listRegistrationAnswers,
    timeZone: institute().timeZone,
  });
});
