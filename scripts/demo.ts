import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { readBuildConfig } from '#app/env.ts';
import { openStore } from '#lib/store/open.ts';
import { fillWithSubmissions } from '#test/stand-ins/demo-data.ts';
import { editor, registrar, startDirectory, visitor } from '#test/stand-ins/directory.ts';
import { geminiModel, startGemini } from '#test/stand-ins/gemini.ts';
import { startSmtp } from '#test/stand-ins/smtp.ts';
import { processOf, serveProcess } from '#test/served-site.ts';
import { buildIfCodeChanged } from './build-site.ts';
import { copyForRepository, makeContentRepository } from './demo/content-repository.ts';
import { startDemoFront } from './demo/front.ts';
import { demoSettings, noSettings } from './demo/settings.ts';
import { exitOnError } from '#command/exit-on-error.ts';
import { prepareContent } from '#app/publisher/prepare-content.ts';

const people = [{ ...registrar, about: 'registrar, and admin of the staff pages' }, editor, visitor];
const clientId = 'lectern-demo';
/** Running services, the latest first. */
const running: { stop(): Promise<unknown> }[] = [];

type DemoSettings = ReturnType<typeof demoSettings>;

await exitOnError(async () => {
  const settings = demoSettings(process.env);
  process.env['SITE_URL'] = settings.siteUrl;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => void stopAll().then(() => process.exit(0)));
  }
  await prepareContent();
  await buildIfCodeChanged();
  try {
    await startAll(settings);
  } catch (error) {
    await stopAll();
    throw error;
  }
  console.log(guide(settings));
});

async function startAll({ host, port, siteUrl, dataDir }: DemoSettings): Promise<void> {
  await fillData(dataDir, siteUrl);
  const repository = makeContentRepository(dataDir, readBuildConfig().contentDir);
  const clientSecret = newSecret();
  const mail = keep(await startSmtp());
  const model = keep(await startGemini());
  const directory = keep(
    await startDirectory({
      clientId,
      clientSecret,
      redirectUris: [`${siteUrl}/api/auth/callback/directory`],
      postLogoutRedirectUris: [`${siteUrl}/staff/signed-out`],
    }),
  );
  const site = keep(
    await serveProcess(copyForRepository('dist', dataDir), {
      ...noSettings(),
      SITE_URL: siteUrl,
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: dataDir,
      CONTENT_REPO: repository,
      GOOGLE_GENERATIVE_AI_API_KEY: newSecret(),
      CHAT_BASE_URL: model.url,
      CHAT_MODEL: geminiModel,
      OIDC_ISSUER: directory.issuer,
      OIDC_CLIENT_ID: clientId,
      OIDC_CLIENT_SECRET: clientSecret,
      SESSION_SECRET: newSecret(),
      STAFF_EMAILS: [registrar, editor].map(({ email }) => email).join(','),
      STAFF_ROLES: `admin=${registrar.email} editor=${editor.email}`,
      SMTP_URL: mail.url,
      MAIL_FROM: 'demo@larkmoor.example',
      REGISTRAR_EMAIL: registrar.email,
    }),
  );
  processOf(site).once('exit', () => {
    if (running.length === 0) return;
    console.error(`lectern: the demo’s server stopped:\n${site.output()}`);
    void stopAll().then(() => process.exit(1));
  });
  const sitePort = Number(new URL(site.origin).port);
  keep(await startDemoFront({ host, port, sitePort, people, mails: () => mail.received }));
}

async function fillData(dataDir: string, siteUrl: string): Promise<void> {
  rmSync(dataDir, { recursive: true, force: true });
  const store = await openStore({ dataDir });
  await fillWithSubmissions(store, { siteUrl, staff: registrar.email });
  await store.close();
}

function keep<T extends { stop(): Promise<unknown> }>(started: T): T {
  running.unshift(started);
  return started;
}

async function stopAll(): Promise<void> {
  for (const part of running.splice(0)) await part.stop();
}

function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

function guide({ host, port, siteUrl, dataDir }: DemoSettings): string {
  return [
    '',
    'lectern: the demo is running. Its directory, mail server and model are stand-ins on this machine.',
    `  Site    ${siteUrl}`,
    `  Guide   ${siteUrl}/.demo/`,
    `  Mail    ${siteUrl}/.demo/mail`,
    `  Content ${join(dataDir, 'content-origin.git')}: git clone it, push to it, or edit on ${siteUrl}/staff/content`,
    `  Staff   ${siteUrl}/staff: sign in as one of`,
    ...people.map(({ name, email, about }) => `            ${name} (${email}): ${about}`),
    '  Stop with Ctrl-C.',
    `listening on http://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${port}`,
  ].join('\n');
}
