import { z } from 'zod';
import { parseTrustedProxies } from '#lib/http/client-address.ts';
import { isLoopback } from '#lib/http/loopback.ts';
import { messageOf } from '#lib/base/message-of.ts';

// The forms of settings, each with a message that says what it needs.

/** A public origin: scheme and host, without a path. */
export const originSchema = z
  .string()
  .refine((text) => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    return (
      url !== undefined &&
      /^https?:$/.test(url.protocol) &&
      url.pathname === '/' &&
      !url.search &&
      !url.username
    );
  }, 'needs an origin such as https://www.example.org, with no path')
  .transform((text) => new URL(text).origin);

/** An address that secrets are sent to: https, or plain http on this machine. */
export const serviceUrlSchema = z.string().refine((text) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
}, 'needs an https:// address (http:// only on this machine)');

export const urlOf = (...schemes: string[]) =>
  z
    .string()
    .refine(
      (text) => URL.canParse(text) && schemes.includes(new URL(text).protocol.slice(0, -1)),
      `needs an address that starts with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
    )
    .refine(hasReadableUser, 'needs each % of its user and password written as %25');

function hasReadableUser(text: string): boolean {
  const { username = '', password = '' } = URL.parse(text) ?? {};
  try {
    decodeURIComponent(username + password);
    return true;
  } catch {
    return false;
  }
}

export const portSchema = z
  .string()
  .regex(/^\d{1,5}$/, 'needs a port number from 0 to 65535')
  .transform(Number)
  .refine((port) => port <= 65_535, 'needs a port number from 0 to 65535');

export const list = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
);

export const secretsSchema = list.refine(
  (secrets) => secrets.length > 0 && secrets.every((secret) => secret.length >= 32),
  'needs at least 32 characters (several secrets are separated by commas)',
);

/** Addresses of Microsoft Entra ID for the accounts of any organization: its tokens name another issuer. */
const multiTenantIssuer =
  /^https:\/\/(?:login\.microsoftonline\.com|sts\.windows\.net)\/(?:common|organizations|consumers|(?:\{|%7b)[^/]*)(?:\/|$)/i;

/** The directory's issuer. Also accepts the address of its discovery document. */
export const issuerSchema = serviceUrlSchema
  .transform((text) => text.replace(/\/\.well-known\/openid-configuration\/?$/, ''))
  .refine(
    (text) => !multiTenantIssuer.test(text),
    'needs the address of one tenant: https://login.microsoftonline.com/TENANT_ID/v2.0, with the directory (tenant) ID from the app’s overview in Microsoft Entra ID',
  );

const staffRoleNames = ['registrar', 'editor', 'reviewer', 'admin'] as const;
type StaffRoleSetting = Partial<Record<(typeof staffRoleNames)[number], string[]>>;

/** `registrar=ann@example.org,bob@example.org editor=GROUP`: who has which role. */
export const staffRolesSchema = z.string().transform((text, context): StaffRoleSetting => {
  const roles: StaffRoleSetting = {};
  for (const [index, pair] of text.split(/\s+/).entries()) {
    const [, name, people = ''] = /^([a-z]+)=(.+)$/.exec(pair) ?? [];
    const role = staffRoleNames.find((each) => each === name);
    const named = people.split(',').filter((person) => person !== '');
    if (role === undefined || named.length === 0) {
      const message = `needs pairs such as registrar=ann@example.org editor=GROUP, separated by spaces; number ${index + 1} is not a pair (roles are ${staffRoleNames.join(', ')})`;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    }
    roles[role] = [...(roles[role] ?? []), ...named];
  }
  return roles;
});

export const emailsSchema = list.refine(
  (emails) => emails.every((email) => /^[^@\s]+@[^@\s]+$/.test(email)),
  'needs email addresses, separated by commas',
);

export const senderSchema = z
  .string()
  .regex(
    /^(?:[^\s<>@]+@[^\s<>@]+|[^<>\p{Cc}]*<[^\s<>@]+@[^\s<>@]+>)$/u,
    'needs a sender such as Example Institute <noreply@example.org>',
  );

export const domainsSchema = list.refine(
  (domains) => domains.every((domain) => /^[^@\s*/.]+(?:\.[^@\s*/.]+)+$/.test(domain)),
  'needs domains such as example.org, separated by commas, without @ or *',
);

export const proxiesSchema = z.string().transform((text, context) => {
  try {
    return parseTrustedProxies(text);
  } catch (error) {
    const reason = messageOf(error);
    context.addIssue({ code: 'custom', message: `needs addresses, CIDRs or names: ${reason}` });
    return z.NEVER;
  }
});

export const formCountSchema = z
  .string()
  .regex(/^[1-9]\d{0,5}$/, 'needs a number of forms in 10 minutes, 1 or more')
  .transform(Number);
