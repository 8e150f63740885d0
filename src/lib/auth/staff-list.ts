import { staffRoles, type StaffMember, type StaffRole } from './staff-types.ts';

/** What the directory says of somebody. */
export type Person = {
  name: string;
  /** In lower case; undefined where the directory gives none. */
  email: string | undefined;
  /** True only where the directory says so; undefined where it says nothing. */
  isEmailVerified: boolean | undefined;
  groups: readonly string[];
};

export type StaffListSettings = {
  emails: readonly string[];
  domains: readonly string[];
  groups: readonly string[];
  /** Undefined: all staff are admins. Roles are held by e-mail addresses and groups. */
  roles: Partial<Record<StaffRole, readonly string[]>> | undefined;
};

export type StaffList = {
  /** The member that the person is, or undefined. */
  admit: (person: Person) => StaffMember | undefined;
  /** Of a person's groups those that the settings name, so that no more has to be kept. */
  knownGroups: (groups: readonly string[]) => string[];
};

/**
 * Who counts as staff. An address counts unless the directory says that it is not verified; its domain counts
 * only where the directory says that it is, since anyone may claim an address in it otherwise.
 */
export function createStaffList({ emails, domains, groups, roles }: StaffListSettings): StaffList {
  const named = new Set(emails.map(lower));
  const trusted = new Set(domains.map(lower));
  const holders = new Map(
    Object.entries(roles ?? {}).map(([role, list]) => [
      role,
      new Set(list.flatMap((one) => [one, lower(one)])),
    ]),
  );
  const known = new Set([...groups, ...Object.values(roles ?? {}).flat()]);

  function isStaff({ email, isEmailVerified, groups: held }: Person): boolean {
    if (held.some((group) => groups.includes(group))) return true;
    if (email === undefined || isEmailVerified === false) return false;
    if (named.has(email)) return true;
    return isEmailVerified === true && trusted.has(email.slice(email.lastIndexOf('@') + 1));
  }

  function rolesOf({ email, isEmailVerified, groups: held }: Person): readonly StaffRole[] {
    if (roles === undefined) return ['admin'];
    const names = email === undefined || isEmailVerified === false ? held : [email, ...held];
    return staffRoles.filter((role) => names.some((name) => holders.get(role)?.has(name)));
  }

  return {
    admit(person) {
      if (!isStaff(person)) return undefined;
      return { email: person.email ?? person.name, name: person.name, roles: rolesOf(person) };
    },
    knownGroups: (held) => held.filter((group) => known.has(group)),
  };
}

function lower(text: string): string {
  return text.toLowerCase();
}
