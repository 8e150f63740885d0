import { expect, test } from 'vitest';
import { accountName, hasTooManyGroups, readPerson } from './claims.ts';
import { createStaffList } from './staff-list.ts';

const settings = {
  emails: ['Ann@Example.org'],
  domains: ['Staff.example'],
  groups: ['g1'],
  roles: undefined,
};
const list = createStaffList(settings);
const person = (claims: Record<string, unknown>, isEntra = false) => readPerson(claims, { isEntra });
const isStaff = (claims: Record<string, unknown>, isEntra = false) =>
  list.admit(person(claims, isEntra)) !== undefined;

test('admit accepts a named address in any case, unless the directory says that it is not verified', () => {
  expect(isStaff({ email: 'ANN@example.ORG' })).toBe(true);
  expect(isStaff({ email: 'ann@example.org', email_verified: true })).toBe(true);
  expect(isStaff({ email: 'ann@example.org', email_verified: false })).toBe(false);
  expect(isStaff({ email: 'bob@example.org', email_verified: true })).toBe(false);
  expect(isStaff({ preferred_username: 'ann@example.org', name: 'ann@example.org' })).toBe(false);
});

test('admit accepts only verified addresses of a domain', () => {
  expect(isStaff({ email: 'a@staff.example', email_verified: true })).toBe(true);
  for (const claims of [
    { email: 'a@staff.example' },
    { email: 'a@staff.example', email_verified: false },
    { email: 'a@staff.example', email_verified: 'yes' },
    { email: 'a@staff.example', xms_edov: true },
    { email: 'a@sub.staff.example', email_verified: true },
    { email: 'a@evilstaff.example', email_verified: true },
    { email: 'a@staff.example@evil.example', email_verified: true },
    { email: 'staff.example', email_verified: true },
  ]) {
    expect(isStaff(claims), JSON.stringify(claims)).toBe(claims.email === 'staff.example');
  }
});

test('xms_edov counts as email_verified for Entra ID only', () => {
  for (const claim of [true, 1, '1', 'true']) {
    expect(isStaff({ email: 'a@staff.example', xms_edov: claim }, true)).toBe(true);
  }
  expect(isStaff({ email: 'a@staff.example', xms_edov: false }, true)).toBe(false);
  expect(isStaff({ email: 'a@staff.example', xms_edov: true, email_verified: false }, true)).toBe(false);
});

test('admit accepts a group by its exact name, without an address', () => {
  expect(isStaff({ sub: 'x', groups: ['g0', 'g1'] })).toBe(true);
  expect(isStaff({ sub: 'x', groups: 'g1' })).toBe(true);
  expect(isStaff({ sub: 'x', groups: ['G1', 'g11', { g1: 1 }] })).toBe(false);
});

test('admit returns the roles of address and groups, and all roles if none are configured', () => {
  const withRoles = createStaffList({
    ...settings,
    roles: { registrar: ['ann@example.org', 'g1'], editor: ['g2'], admin: ['Boss@staff.example'] },
  });
  const rolesOf = (claims: Record<string, unknown>) => withRoles.admit(person(claims))?.roles;

  expect(list.admit(person({ email: 'ann@example.org' }))?.roles).toEqual(['admin']);
  expect(rolesOf({ email: 'ann@example.org' })).toEqual(['registrar']);
  expect(rolesOf({ email: 'x@y.z', groups: ['g1', 'g2'] })).toEqual(['registrar', 'editor']);
  expect(rolesOf({ email: 'boss@staff.example', email_verified: true })).toEqual(['admin']);
  expect(rolesOf({ email: 'a@staff.example', email_verified: true })).toEqual([]);
  expect(rolesOf({ email: 'ann@example.org', email_verified: false, groups: ['g1'] })).toEqual(['registrar']);
  expect(rolesOf({ groups: ['g2'] })).toBeUndefined();
  expect(withRoles.knownGroups(['g0', 'g1', 'g2', 'g3'])).toEqual(['g1', 'g2']);
});

test('accountName is one line of limited length', () => {
  expect(accountName({ email: ' a\r\nb@x.org ' })).toBe('a  b@x.org');
  expect(accountName({ name: 'n'.repeat(500) })).toHaveLength(200);
  expect(accountName({ email: 7, upn: 'ann@corp' })).toBe('ann@corp');
  expect(person({}).name).not.toBe('');
});

test('admit finds a group at any position of any number of groups', () => {
  const groups = [...Array.from({ length: 20_000 }, (_, index) => `other${index}`), 'g1'];

  expect(isStaff({ sub: 'x', groups })).toBe(true);
  expect(list.knownGroups([...groups, 'g1', 'g1'])).toEqual(['g1']);
});

test('an address that is too long is ignored rather than cut', () => {
  const address = `${'a'.repeat(200 - '@staff.example'.length)}@staff.example`;

  expect(isStaff({ email: address, email_verified: true })).toBe(true);
  expect(isStaff({ email: `${address}.evil.example`, email_verified: true })).toBe(false);
  expect(isStaff({ email: `${address}${'.evil'.repeat(20)}`, email_verified: true })).toBe(false);
});

test.each([
  [
    { _claim_names: { groups: 'src1' }, _claim_sources: { src1: { endpoint: 'https://graph.example' } } },
    true,
  ],
  [{ hasgroups: true }, true],
  [{ _claim_names: { address: 'src1' } }, false],
  [{ groups: ['g1'], hasgroups: true }, false],
  [{ _claim_names: null }, false],
  [{}, false],
])('hasTooManyGroups of %j is %j', (claims, expected) => {
  expect(hasTooManyGroups(claims)).toBe(expected);
});
