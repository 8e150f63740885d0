import { requireDesk } from '#app/desk/require-desk.ts';
import { toFramedDraft } from '#app/desk/framed-draft.ts';
import { readPageDraft } from '#app/desk/desk-entry.ts';
import { requireStaff, showStaffProblem } from '#lib/auth/require-staff.ts';
import type { APIRoute } from 'astro';

export const prerender = false;

/** Returns an entry's page for a frame: as published, with the drafts of a change set, or in an earlier version. */
export const GET: APIRoute = async (context) => {
  const member = await requireStaff(context, 'editor');
  if (member instanceof Response) return member;
  const services = requireDesk(context.locals.services);
  try {
    const draft = await services.desk.rendering.render(await readPageDraft(services, context.url));
    return toFramedDraft(draft, services);
  } catch (error) {
    return showStaffProblem(context, error);
  }
};
