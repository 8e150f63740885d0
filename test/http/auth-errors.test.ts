import { beforeEach, expect, test } from 'vitest';
import { signInProblems } from '#lib/i18n/en/staff.ts';
import { startHostileDirectory, type TokenFault } from '#test/stand-ins/hostile-directory.ts';
import { useShared } from '#test/use-shared.ts';
import { beginSignIn, client, openBrowser, serveWithDirectory, sessionOf } from './auth-site.ts';

const directory = useShared(() => startHostileDirectory(client));
const site = useShared(() =>
  serveWithDirectory({ issuer: directory.issuer, environment: { STAFF_GROUPS: 'registry' } }),
);

beforeEach(() => {
  Object.assign(directory, { fault: 'none', claims: {} });
});

/** Signs in with these fields in the callback. Returns what the person sees, and what is logged. */
async function signInWith(fields: Record<string, string>) {
  const browser = openBrowser();
  const before = site.output().length;
  const begun = await beginSignIn(browser, site.siteUrl);
  const asked = new URL(begun.headers.get('location') ?? '').searchParams;
  directory.nonce = asked.get('nonce') ?? '';
  const query = new URLSearchParams({ ...fields, state: asked.get('state') ?? '' });
  const back = await browser.send(`${site.siteUrl}/api/auth/callback/directory?${query}`);
  const page = await browser.send(back.headers.get('location') ?? '');
  return {
    problem: new URL(back.headers.get('location') ?? '').searchParams.get('problem'),
    status: page.status,
    html: await page.text(),
    session: await sessionOf(browser, site.siteUrl),
    log: site.troubles(before).map(({ name = '', msg }) => `${name}: ${msg}`),
  };
}

test.each([
  ['temporarily_unavailable', 'directory', 503],
  ['access_denied', 'declined', 400],
] as const)(
  'the callback error %s is logged once, and the page says what to do',
  async (code, problem, status) => {
    const answer = await signInWith({ error: code, error_description: 'SECRET of Mary' });

    expect(answer).toMatchObject({ problem, status, session: null });
    expect(answer.html).toContain(signInProblems[problem]);
    expect(answer.log).toEqual([
      expect.stringMatching(new RegExp(`^auth: the directory answered ${code}: \\w`)),
    ]);
    expect(answer.html + answer.log.join()).not.toContain('SECRET');
  },
);

test.each<[TokenFault, string, RegExp]>([
  ['issuer', 'settings', /^auth: the ID token is from another issuer than OIDC_ISSUER: evil\.example$/],
  ['shared secret', 'settings', /^auth: the ID token is signed with an algorithm that is not accepted/],
  ['tampered', 'failed', /^auth: the ID token has a wrong signature$/],
  ['nonce', 'failed', /^auth: .*unexpected ID Token nonce claim value$/],
])('an ID token with a fault (%s) is refused, and the log names the cause', async (fault, problem, line) => {
  directory.fault = fault;

  const answer = await signInWith({ code: 'a-code' });

  expect(answer).toMatchObject({ problem, status: 400, session: null });
  expect(answer.log).toEqual([expect.stringMatching(line)]);
});

const stranger = { email: 'ann@elsewhere.example', email_verified: true };

test('a person whose only known group is the last of 501 is signed in', async () => {
  const others = Array.from({ length: 500 }, (_, index) => `group-${index}`);
  directory.claims = { ...stranger, groups: [...others, 'registry'] };

  const answer = await signInWith({ code: 'a-code' });

  expect(answer).toMatchObject({ status: 200, session: { user: { email: stranger.email } }, log: [] });
});

test('a person whose groups the directory leaves out is refused, and the log says what to set at the directory', async () => {
  directory.claims = { ...stranger, _claim_names: { groups: 'src1' }, _claim_sources: { src1: {} } };

  const answer = await signInWith({ code: 'a-code' });

  expect(answer).toMatchObject({ status: 403, session: null });
  expect(answer.log).toEqual([
    expect.stringMatching(
      /^auth: a token has no groups, since the person is in too many: at the directory, send only/,
    ),
  ]);
});
