import type { Config } from './env.ts';
import { createRequestIds } from '#lib/http/trace.ts';
import { createLog, type Log } from '#lib/log/log.ts';
import { createRequestWatch, type RequestWatch } from '#lib/log/request-watch.ts';
import type { Traffic } from '#lib/metrics/traffic.ts';

/** Opens the log of the server: readable lines in a terminal, else JSON. */
export function openLog(config: Config): Log {
  return createLog({ secrets: secretsOf(config), isReadable: process.stdout.isTTY });
}

/** @param traffic undefined without metrics */
export function createWatch(log: Log, config: Config, traffic: Traffic | undefined): RequestWatch {
  const idOf = createRequestIds({ trustedProxies: config.TRUSTED_PROXIES });
  return createRequestWatch({ log, idOf, logsAll: config.LOG_REQUESTS, traffic });
}

/** Settings that must not appear in the log. */
export function secretsOf(config: Config): string[] {
  const { DATABASE_URL, REDIS_URL, SMTP_URL, CONTENT_REPO } = config;
  return [
    config.GOOGLE_GENERATIVE_AI_API_KEY,
    config.CHALLENGE_SECRET_KEY,
    config.OIDC_CLIENT_SECRET,
    config.CONTENT_HOOK_SECRET,
    ...(CONTENT_REPO ? credentialsOf(CONTENT_REPO) : []),
    ...(config.SESSION_SECRET ?? []),
    ...[DATABASE_URL, REDIS_URL, SMTP_URL].flatMap((address) => (address ? passwordsOf(address) : [])),
  ].filter((secret) => secret !== undefined);
}

/** The user counts as a secret too, because it may be a token. */
function credentialsOf(repository: string): string[] {
  const url = URL.parse(repository);
  if (url?.protocol !== 'https:') return [];
  return [url.username, url.password].flatMap((text) => [text, decodeURIComponent(text)]);
}

function passwordsOf(address: string): string[] {
  const { password, searchParams } = new URL(address);
  const asWritten = [password, searchParams.get('password') ?? ''];
  return [...asWritten, ...asWritten.map((text) => decodeURIComponent(text))];
}
