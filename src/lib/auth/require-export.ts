import { ApiError } from '#lib/http/api-error.ts';
import { parseClientUrl } from '#lib/http/client-text.ts';
import { authErrors } from '#lib/i18n/en/staff.ts';
import { requireStaff } from './require-staff.ts';
import { showNotice } from './staff-notice.ts';
import type { StaffContext, StaffMember, StaffRole } from './staff-types.ts';

/**
 * `requireStaff` for a GET that writes to the log: it must be opened from a page of this site or by the person
 * directly. Otherwise a link on another site could write a log entry in a member's name.
 */
export async function requireExport(context: StaffContext, role: StaffRole): Promise<StaffMember | Response> {
  const staff = await requireStaff(context, role);
  if (staff instanceof Response) return staff;
  const { siteUrl } = context.locals.services.site;
  if (isOwnNavigation(context.request.headers, siteUrl)) return staff;
  const problem = new ApiError('FORBIDDEN', authErrors.foreignExport);
  return showNotice(context, { kind: 'refused', problem });
}

/**
 * https://www.w3.org/TR/fetch-metadata/#sec-fetch-site-header. Browsers from before 2023 do not send this header, nor
 * do any to a site on plain http: then Referer must be the address of a page of this site.
 */
export function isOwnNavigation(headers: Headers, siteUrl: string): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin' || site === 'none';
  const referrer = parseClientUrl(headers.get('referer') ?? '');
  return referrer !== undefined && [new URL(siteUrl).host, headers.get('host')].includes(referrer.host);
}
