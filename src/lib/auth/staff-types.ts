import type { APIContext } from 'astro';

export type StaffRole = 'registrar' | 'editor' | 'admin';

export const staffRoles: readonly StaffRole[] = ['registrar', 'editor', 'admin'];

/** Somebody who is signed in and counts as staff at this moment. */
export type StaffMember = {
  readonly email: string;
  readonly name: string;
  /** Empty for a member whom STAFF_ROLES does not name. */
  readonly roles: readonly StaffRole[];
};

/** What a staff route has in hand: an endpoint's context, or a page's `Astro`. */
export type StaffContext = Pick<
  APIContext,
  'request' | 'url' | 'cookies' | 'locals' | 'redirect' | 'rewrite'
>;

/** True when the member may do what the role may: an admin may do everything. */
export function hasRole({ roles }: StaffMember, role: StaffRole): boolean {
  return roles.includes('admin') || roles.includes(role);
}
