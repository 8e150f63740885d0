import { servicesForStaff } from '#app/staff-page.ts';
import { requireExport } from '#lib/auth/require-export.ts';
import { listSignupAnswers } from '#lib/forms/answers.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { exportSignups } from '#lib/staff/export-pages.ts';
import { readSignupStatus } from '#lib/staff/signup-pages.ts';
import { institute } from '#lib/content/current-institute.ts';

export const prerender = false;

export const GET = endpoint('staff/sign-ups.csv', async (context) => {
  const member = await requireExport(context, 'registrar');
  if (member instanceof Response) return member;
  const { staff } = servicesForStaff(context.locals.services);
  return exportSignups(readSignupStatus(context.url), {
    staff,
    who: member.email,
    answersOf: listSignupAnswers,
    timeZone: institute().timeZone,
  });
});
