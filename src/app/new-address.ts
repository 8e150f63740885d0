import { isLoopback } from '#lib/http/loopback.ts';
import type { Config } from './env.ts';

type Addresses = {
  /** The address of the last publication. */
  before: string;
  /** SITE_URL. */
  now: string;
  config: Partial<Config>;
};

/**
 * Lists what has to change outside of the site when it moves to another address, as `docs/operating.md` explains it.
 * Empty if it stays, or while someone tries the site on their own machine.
 */
export function describeNewAddress({ before, now, config }: Addresses): string[] {
  const [old, next] = [new URL(before), new URL(now)];
  if (before === now || isLoopback(old.hostname) || isLoopback(next.hostname)) return [];
  const { host } = next;
  const steps = [
    [true, `the proxy: a certificate for ${host}, and a redirect (308) from each address of ${old.host}`],
    [
      old.protocol === 'https:',
      `the certificate for ${old.host}: renew it for two years, in which browsers open ${old.host} with https only`,
    ],
    [config.OIDC_ISSUER, `the directory: ${now}/api/auth/callback/directory and ${now}/staff/signed-out`],
    [config.CHALLENGE_SITE_KEY, `the challenge’s provider: allow ${host}`],
    [config.CONTENT_HOOK_SECRET, `the forge’s webhook: ${now}/api/content-hook`],
    [config.SMTP_URL, `emails that were sent: their links lead to ${old.host}, so keep its redirect`],
  ] as const;
  return steps.flatMap(([isNeeded, step]) => (isNeeded ? [step] : []));
}
