import { ApiError } from '#lib/http/api-error.ts';
import { parseClientUrl } from '#lib/http/client-text.ts';
import { authErrors } from '#lib/i18n/en/staff.ts';
import { requireStaff } from './require-staff.ts';
import { showNotice } from './staff-notice.ts';
import type { StaffContext, StaffMember, StaffRole } from './staff-types.ts';

/**
 * `requireStaff` for a GET that writes to the log: a page of this site, or the person directly, must have opened it.
 * Otherwise a link on another site could write a log entry in a member's name.
 */
export async function requireExport(context: StaffContext, role: StaffRole): Promise<StaffMember | Response> {
  const staff = await requireStaff(context, role);
  if (staff instanceof Response) return staff;
  const { siteUrl } = context.locals.services;
  if (isOwnNavigation(context.request.headers, siteUrl)) return staff;
  const problem = new ApiError('FORBIDDEN', authErrors.foreignExport);
  return showNotice(context, { kind: 'refused', problem });
}

/**
 * https://www.w3.org/TR/fetch-metadata/#sec-fetch-site-header. A browser leaves it out if it is older than 2023, or if
 * the site is on plain http; then it must send the address of a page of this site in Referer.
 */
export function isOwnNavigation(headers: Headers, siteUrl: string): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin' || site === 'none';
  const referrer = parseClientUrl(headers.get('referer') ?? '');
  return referrer !== undefined && [new URL(siteUrl).host, headers.get('host')].includes(referrer.host);
}
