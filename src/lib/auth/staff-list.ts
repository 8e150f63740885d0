import { staffRoles, type StaffMember, type StaffRole } from './staff-types.ts';

/** A person, as the directory's claims describe them. */
export type Person = {
  name: string;
  /** In lower case. */
  email: string | undefined;
  /** Undefined if the directory does not say. */
  isEmailVerified: boolean | undefined;
  groups: readonly string[];
};

export type StaffListSettings = {
  emails: readonly string[];
  domains: readonly string[];
  groups: readonly string[];
  /** Email addresses and groups by role. If undefined, all staff are admins. */
  roles: Partial<Record<StaffRole, readonly string[]>> | undefined;
};

export type StaffList = {
  /** Returns undefined for a person who is not on the staff. */
  admit: (person: Person) => StaffMember | undefined;
  /** Returns the groups that the settings name, each once. */
  knownGroups: (groups: readonly string[]) => string[];
  /** True if access or roles may depend on groups. */
  needsGroups: boolean;
};

/**
 * Checks who is a member of staff. A named address is accepted unless the directory says that it is not verified. An
 * address in a domain must be verified, since otherwise anyone may claim one.
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
    knownGroups: (held) => [...new Set(held)].filter((group) => known.has(group)),
    needsGroups: groups.length > 0 || roles !== undefined,
  };
}

function lower(text: string): string {
  return text.toLowerCase();
}
