import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { linkBuild } from '#app/publisher/link-build.ts';
import { serveSite, type ServedSite, type Serving } from '#test/served-site.ts';
import { startDirectory, type DirectoryStandIn } from '#test/stand-ins/directory.ts';
import { startTlsProxy, type TlsProxy } from '#test/stand-ins/tls-proxy.ts';
import { builtSite } from './forms-site.ts';
import { isOnMachines, serveMachines } from './machines-site.ts';
import { freePort } from '#test/ports.ts';

export const client = { clientId: 'lectern', clientSecret: 'directory-secret-7Q2' };
export const sessionSecret = 'a-session-secret-of-the-tests-0001';

export type AuthSite = ServedSite & { siteUrl: string; remove(): Promise<void> };

/** Creates a folder that serves the build with another origin. */
async function buildFor(siteUrl: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'auth-dist-'));
  linkBuild(await builtSite(), folder, { siteUrl });
  return folder;
}

type ServeOptions = {
  port?: number;
  /** By default `http://localhost` with the port. */
  siteUrl?: string;
  issuer?: string | undefined;
  environment?: NodeJS.ProcessEnv;
  serving?: Serving | undefined;
};

/** Starts the production server with a directory, at a given origin. */
export async function serveWithDirectory({
  port: given,
  siteUrl: url,
  issuer,
  environment = {},
  serving = {},
}: ServeOptions): Promise<AuthSite> {
  const port = given ?? (await freePort());
  const siteUrl = url ?? `http://localhost:${port}`;
  const directory = issuer && {
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: client.clientId,
    OIDC_CLIENT_SECRET: client.clientSecret,
    SESSION_SECRET: sessionSecret,
    STAFF_DOMAINS: 'larkmoor.example',
  };
  const settings = { SITE_URL: siteUrl, PORT: String(port), ...(directory || {}), ...environment };
  if (!isOnMachines()) return serveOne(siteUrl, settings, serving);
  const serve = (own: NodeJS.ProcessEnv) => serveOne(siteUrl, { ...own, PORT: '0' }, serving);
  return serveMachines(settings, serve, port);
}

async function serveOne(
  siteUrl: string,
  environment: NodeJS.ProcessEnv,
  serving: Serving,
): Promise<AuthSite> {
  const dataDir = await mkdtemp(join(tmpdir(), 'auth-data-'));
  const dist = await buildFor(siteUrl);
  const settings = { ...environment, DATA_DIR: environment['DATA_DIR'] ?? dataDir };
  const served = await serveSite(dist, settings, serving);
  return {
    ...served,
    siteUrl,
    async remove() {
      await served.stop();
      await Promise.all([dataDir, dist].map((folder) => rm(folder, { recursive: true, force: true })));
    },
  };
}

/** Starts a site with the stand-in directory. */
export async function serveWithStandIn(
  environment: NodeJS.ProcessEnv = {},
  serving?: Serving,
): Promise<AuthSite & { directory: DirectoryStandIn }> {
  const port = await freePort();
  const siteUrl = `http://localhost:${port}`;
  const directory = await startDirectoryOf(siteUrl);
  const site = await serveWithDirectory({ siteUrl, port, issuer: directory.issuer, environment, serving });
  return { ...site, directory, remove: () => removeBoth(site, directory) };
}

/** Starts a site with the stand-in directory behind a proxy that ends TLS. */
export async function serveBehindTls(
  environment: NodeJS.ProcessEnv = {},
): Promise<AuthSite & { proxy: TlsProxy; directory: DirectoryStandIn }> {
  const proxy = await startTlsProxy();
  const siteUrl = `https://localhost:${proxy.port}`;
  const directory = await startDirectoryOf(siteUrl);
  proxy.target = await freePort();
  const site = await serveWithDirectory({
    siteUrl,
    port: proxy.target,
    issuer: directory.issuer,
    environment: { TRUSTED_PROXIES: 'loopback', ...environment },
  });
  return {
    ...site,
    proxy,
    directory,
    async remove() {
      await removeBoth(site, directory);
      await proxy.stop();
    },
  };
}

function startDirectoryOf(siteUrl: string): Promise<DirectoryStandIn> {
  return startDirectory({
    ...client,
    redirectUris: [`${siteUrl}/api/auth/callback/directory`],
    postLogoutRedirectUris: [`${siteUrl}/staff/signed-out`],
  });
}

async function removeBoth(site: AuthSite, directory: DirectoryStandIn): Promise<void> {
  await site.remove();
  await directory.stop();
}

/** A browser without scripts. It stores cookies per host and follows redirects only on request. */
export type Browser = {
  cookies: Map<string, string>;
  /** Received Set-Cookie lines, in order. */
  received: string[];
  send(
    url: string,
    init?: { form?: Record<string, string>; headers?: Record<string, string> },
  ): Promise<Response>;
};

/** @param fetchIt sends the requests, for example through a proxy */
export function openBrowser(fetchIt: typeof fetch = fetch): Browser {
  const jar = new Map<string, string>();
  const received: string[] = [];
  return {
    cookies: jar,
    received,
    async send(url, { form, headers = {} } = {}) {
      const { host } = new URL(url);
      const own = [...jar].filter(([key]) => key.startsWith(`${host} `));
      const cookie = own.map(([key, value]) => `${key.slice(host.length + 1)}=${value}`).join('; ');
      const response = await fetchIt(url, {
        method: form ? 'POST' : 'GET',
        redirect: 'manual',
        headers: { Accept: 'text/html', ...(cookie && { Cookie: cookie }), ...headers },
        ...(form && { body: new URLSearchParams(form) }),
      });
      for (const line of response.headers.getSetCookie()) {
        received.push(line);
        const [pair = '', ...attributes] = line.split('; ');
        const name = pair.slice(0, pair.indexOf('='));
        const value = pair.slice(name.length + 1);
        const isOver = attributes.some((each) => {
          const [attribute = '', content = ''] = each.split('=');
          if (/^max-age$/i.test(attribute)) return Number(content) <= 0;
          return /^expires$/i.test(attribute) && Date.parse(content) <= Date.now();
        });
        if (isOver || value === '') jar.delete(`${host} ${name}`);
        else jar.set(`${host} ${name}`, value);
      }
      return response;
    },
  };
}

/** Returns the value of the first hidden field with a name. */
export function hiddenField(html: string, name: string): string {
  const input = new RegExp(`<input type="hidden" name="${name}" value="([^"]*)"`).exec(html);
  if (!input) throw new Error(`no field ${name} in ${html.slice(0, 2_000)}`);
  return unescape(input[1] ?? '');
}

function unescape(text: string): string {
  const entities: Record<string, string> = {
    '&#38;': '&',
    '&amp;': '&',
    '&#34;': '"',
    '&quot;': '"',
    '&#39;': "'",
  };
  return text.replaceAll(/&(?:#\d+|\w+);/g, (entity) => entities[entity] ?? entity);
}

/** Submits the sign-in page and returns the directory's URL. */
export async function beginSignIn(
  browser: Browser,
  siteUrl: string,
  callbackUrl?: string,
): Promise<Response> {
  const query = callbackUrl === undefined ? '' : `?${new URLSearchParams({ callbackUrl })}`;
  const page = await (await browser.send(`${siteUrl}/staff/sign-in${query}`)).text();
  const form = { csrfToken: hiddenField(page, 'csrfToken'), callbackUrl: callbackUrl ?? '/staff' };
  return browser.send(`${siteUrl}/api/auth/signin/directory`, { form });
}

/** Submits the directory's login page and returns the callback URL. */
export async function chooseAtDirectory(browser: Browser, begun: Response, person: string): Promise<string> {
  let url = begun.headers.get('location') ?? '';
  for (let step = 0; step < 8 && !url.includes('/api/auth/callback/'); step += 1) {
    const isLogin = url.includes('/login/');
    const response = await browser.send(url, isLogin ? { form: { person } } : {});
    url = new URL(response.headers.get('location') ?? '', url).href;
  }
  return url;
}

/** Signs in and returns the response of the callback. */
export async function signIn(
  browser: Browser,
  siteUrl: string,
  { person = 'rosalind', callbackUrl }: { person?: string; callbackUrl?: string } = {},
): Promise<Response> {
  const begun = await beginSignIn(browser, siteUrl, callbackUrl);
  return browser.send(await chooseAtDirectory(browser, begun, person));
}

/** Returns the session as Auth.js reports it. */
export async function sessionOf(browser: Browser, siteUrl: string): Promise<unknown> {
  return (await browser.send(`${siteUrl}/api/auth/session`)).json();
}
