import type { APIContext } from 'astro';

export type StaffRole = 'registrar' | 'editor' | 'reviewer' | 'admin';

export const staffRoles: readonly StaffRole[] = ['registrar', 'editor', 'reviewer', 'admin'];

export type StaffMember = {
  readonly email: string;
  readonly name: string;
  /** Empty if STAFF_ROLES does not name the member. */
  readonly roles: readonly StaffRole[];
};

/** An endpoint's context, or a page's `Astro`. */
export type StaffContext = Pick<
  APIContext,
  'request' | 'url' | 'cookies' | 'locals' | 'redirect' | 'rewrite'
>;

/** An admin has every role. A reviewer is an editor too. */
export function hasRole({ roles }: Pick<StaffMember, 'roles'>, role: StaffRole): boolean {
  if (roles.includes('admin') || roles.includes(role)) return true;
  return role === 'editor' && roles.includes('reviewer');
}
