import type { AstroGlobal } from 'astro';
import { readStaffForm, requireStaff } from '#lib/auth/require-staff.ts';
import type { StaffContext, StaffMember, StaffRole } from '#lib/auth/staff-types.ts';
import type { ApiError } from '#lib/http/api-error.ts';
import { answerAs, attempt, type FormOutcome } from '#lib/http/form-page.ts';
import { readMessage } from '#lib/staff/message.ts';
import type { FormServices } from './form-services.ts';
import type { Services, ServicesForStaff } from './services.ts';

type PageContext = StaffContext & Pick<AstroGlobal, 'response' | 'routePattern'>;

type PageOptions<Data> = {
  /** Without a role, every member of staff may open the page. */
  role?: StaffRole | undefined;
  /** Handles a posted form. Returns the address to continue at, or undefined to show the page. */
  act?: (form: FormData, who: string, member: StaffMember) => Promise<string | undefined>;
  /** Maximum size of a posted form. */
  maxBytes?: number;
  /** Reads what the page shows. */
  load: (member: StaffMember, form: FormData | undefined) => Promise<Data>;
};

type StaffPage<Data> = {
  member: StaffMember;
  /** Undefined if reading it failed. */
  data: Data | undefined;
  /** The form that was posted to this page. */
  form: FormData | undefined;
  /** Confirms the action that led to this page. */
  message: string | undefined;
  problem: ApiError | undefined;
  /** Whether the site has the editor's desk. */
  hasDesk: boolean;
};

/**
 * Opens a page under `/staff`: checks access, handles a posted form, and reads the data. Returns a response if the
 * page must not be shown. Errors are logged and become the page's `problem`.
 */
export async function openStaffPage<Data>(
  context: PageContext,
  { role, act, load, maxBytes }: PageOptions<Data>,
): Promise<StaffPage<Data> | Response> {
  const member = await requireStaff(context, role);
  if (member instanceof Response) return member;
  const { locals, request, response, routePattern, url } = context;
  const name = routePattern.slice(1);
  const form = act && request.method === 'POST' ? await readStaffForm(context, member, maxBytes) : undefined;
  if (form instanceof Response) return form;
  const done: FormOutcome<string | undefined> =
    act && form ? await attempt(locals, name, () => act(form, member.email, member)) : {};
  if (done.result !== undefined) {
    wakeMail(locals.services.forms);
    return context.redirect(done.result, 303);
  }
  const { desk, staff } = servicesForStaff(locals.services);
  const loaded = await attempt(locals, name, async () => ({
    data: await load(member, form),
    message: done.problem ? undefined : await readMessage(url, { log: staff.log, who: member.email }),
  }));
  const problem = done.problem ?? loaded.problem;
  answerAs(response, { problem });
  return {
    member,
    form,
    problem,
    data: loaded.result?.data,
    message: loaded.result?.message,
    hasDesk: desk !== undefined,
  };
}

/** Sends email that the action queued without waiting for the next poll. */
function wakeMail(forms: FormServices): void {
  void forms.open().then(
    (opened) => opened.wakeMail(),
    () => undefined,
  );
}

/** Gives a page of staff its services. The type of `locals.services` hides them from all other pages. */
export function servicesForStaff(services: Services): ServicesForStaff {
  return services as ServicesForStaff;
}
