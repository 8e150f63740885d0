import { expect, test, vi } from 'vitest';
import { createStaffList } from './staff-list.ts';
import { continueSession, readStaffSession, type Confirmation, type StaffSession } from './staff-session.ts';

const minutes = 60;
const hours = 3_600;
const start = 1_800_000_000;

const session: StaffSession = {
  id: '0199a0b0-0000-7000-8000-000000000001',
  subject: 'ann',
  name: 'Ann',
  email: 'ann@example.org',
  isEmailVerified: true,
  groups: ['registry'],
  signedInAt: start,
  confirmedAt: start,
  refreshToken: 'first',
};
const person = { name: 'Ann', email: 'ann@example.org', isEmailVerified: true, groups: ['registry'] };
const confirmed: Confirmation = { isRefused: false, person: { ...person, refreshToken: 'second' } };
const byGroup = createStaffList({ emails: [], domains: [], groups: ['registry'], roles: undefined });
const byAddress = createStaffList({ emails: ['ann@example.org'], domains: [], groups: [], roles: undefined });

function goOn(
  after: number,
  {
    answer,
    from = session,
    staffList = byGroup,
    isEnded = async () => false,
  }: {
    answer?: Confirmation;
    from?: StaffSession;
    staffList?: typeof byGroup;
    isEnded?: () => Promise<boolean>;
  } = {},
) {
  const confirm = vi.fn(() => Promise.resolve(answer));
  return { confirm, next: continueSession(from, { staffList, confirm, isEnded, now: start + after }) };
}

test('continueSession asks the directory after 45 minutes', async () => {
  const early = goOn(44 * minutes, { answer: confirmed });
  const late = goOn(46 * minutes, { answer: confirmed });

  expect(await early.next).toEqual(session);
  expect(early.confirm).not.toHaveBeenCalled();
  expect(await late.next).toMatchObject({
    confirmedAt: start + 46 * minutes,
    refreshToken: 'second',
    signedInAt: start,
  });
});

test('continueSession ends a session whose member lost the group or was refused by the directory', async () => {
  const lost: Confirmation = { isRefused: false, person: { ...person, groups: [], refreshToken: 'second' } };

  expect(await goOn(46 * minutes, { answer: lost }).next).toBeUndefined();
  expect(await goOn(46 * minutes, { answer: { isRefused: true } }).next).toBeUndefined();
});

test('while the directory is unavailable, continueSession retries once a minute and ends the session after an hour', async () => {
  const first = await goOn(46 * minutes).next;
  expect(first).toMatchObject({ confirmedAt: start, askedAt: start + 46 * minutes });

  const soon = goOn(46 * minutes + 30, { from: first! });
  expect(await soon.next).toEqual(first);
  expect(soon.confirm).not.toHaveBeenCalled();

  const later = goOn(48 * minutes, { from: first!, answer: confirmed });
  expect(await later.next).toMatchObject({ confirmedAt: start + 48 * minutes });
  expect(await goOn(60 * minutes, { from: first! }).next).toBeUndefined();
});

test('continueSession ends a session after 24 hours and when the settings no longer name the member', async () => {
  const fresh = { ...session, confirmedAt: start + 24 * hours - minutes };
  const nobody = createStaffList({ emails: ['bob@example.org'], domains: [], groups: [], roles: undefined });

  expect(await goOn(24 * hours - 1, { from: fresh }).next).toEqual(fresh);
  expect(await goOn(24 * hours, { from: fresh }).next).toBeUndefined();
  expect(await goOn(minutes, { staffList: nobody }).next).toBeUndefined();
});

test('without a refresh token, groups lapse after an hour and addresses in the settings stay valid', async () => {
  const silent: StaffSession = { ...session, refreshToken: undefined };
  const rolesByGroup = createStaffList({
    emails: ['ann@example.org'],
    domains: [],
    groups: [],
    roles: { registrar: ['registry'] },
  });

  expect(await goOn(59 * minutes, { from: silent }).next).toEqual(silent);
  expect(await goOn(60 * minutes, { from: silent }).next).toBeUndefined();
  expect(await goOn(60 * minutes, { from: silent, staffList: rolesByGroup }).next).toBeUndefined();
  expect(await goOn(5 * hours, { from: silent, staffList: byAddress }).next).toEqual(silent);
});

test('readStaffSession returns undefined for an invalid payload', () => {
  expect(readStaffSession({ ...session, iat: 1, exp: 2, jti: 'x' })).toEqual(session);
  for (const payload of [null, {}, { ...session, groups: 'registry' }, { ...session, signedInAt: -1 }]) {
    expect(readStaffSession(payload)).toBeUndefined();
  }
});

test('continueSession refuses an ended session without asking the directory', async () => {
  const { confirm, next } = goOn(46 * minutes, { answer: confirmed, isEnded: async () => true });

  expect(await next).toBeUndefined();
  expect(confirm).not.toHaveBeenCalled();
});

test('continueSession refuses a session that is ended while the directory answers', async () => {
  const answers = [false, true];
  const { confirm, next } = goOn(46 * minutes, {
    answer: confirmed,
    isEnded: async () => answers.shift() ?? true,
  });

  expect(await next).toBeUndefined();
  expect(confirm).toHaveBeenCalledOnce();
});
