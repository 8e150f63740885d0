import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { isTestKey } from '#lib/challenge/providers.ts';
import {
  originSchema,
  serviceUrlSchema,
  urlOf,
  portSchema,
  list,
  secretsSchema,
  issuerSchema,
  staffRolesSchema,
  emailsSchema,
  senderSchema,
  domainsSchema,
  proxiesSchema,
  formCountSchema,
} from './setting-schemas.ts';
import { contentConflicts, contentSettings } from './content-settings.ts';
import { isLoopback } from '#lib/http/loopback.ts';

/** Settings that a build may see. Every command that builds removes all others from its environment first. */
export const buildSettings = ['SITE_URL', 'INSTITUTE_DIR', 'CONTENT_DIR', 'CONTACT_EMAIL'] as const;

const defaultPort = '4321';

const settingsSchema = z.object({
  SITE_URL: originSchema,
  HOST: z.string().default('localhost'),
  PORT: portSchema.default(Number(defaultPort)),
  INSTITUTE_DIR: z.string().default('src'),
  CONTENT_DIR: z.string().default('src/content'),
  ...contentSettings,
  PUBLISHER: z.enum(['on', 'off'], 'needs on or off').default('on'),
  DATA_DIR: z.string().default('data'),
  DATABASE_URL: urlOf('postgres', 'postgresql').optional(),
  REDIS_URL: urlOf('redis', 'rediss').optional(),
  TRUSTED_PROXIES: proxiesSchema.default([]),
  CONTACT_EMAIL: z.email('needs an email address').optional(),
  GOOGLE_GENERATIVE_AI_API_KEY: z.string().optional(),
  CHAT_MODEL: z
    .string()
    .regex(/^[\w.-]+$/, 'needs the name of a model')
    .default('gemini-3.8-flash'),
  CHAT_BASE_URL: serviceUrlSchema.optional(),
  CHAT_DAILY_LIMIT: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, 'needs a number of messages, 1 or more')
    .transform(Number)
    .optional(),
  EMBEDDING_MODEL: z
    .string()
    .regex(/^[\w.-]+$/, 'needs the name of a model')
    .optional(),
  ENCODER: z
    .string()
    .refine(
      (value) => ['on', 'off'].includes(value) || existsSync(join(value, 'model.onnx')),
      'needs on, off or a folder with model.onnx and tokenizer.json',
    )
    .default('on'),
  CHALLENGE_PROVIDER: z
    .enum(['turnstile', 'hcaptcha', 'recaptcha'], 'needs turnstile, hcaptcha or recaptcha')
    .default('turnstile'),
  CHALLENGE_SITE_KEY: z.string().optional(),
  CHALLENGE_SECRET_KEY: z.string().optional(),
  CHALLENGE_VERIFY_URL: serviceUrlSchema.optional(),
  FORM_LIMIT: formCountSchema.default(3),
  FORM_ATTEMPT_LIMIT: formCountSchema.default(30),
  OIDC_ISSUER: issuerSchema.optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  SESSION_SECRET: secretsSchema.optional(),
  STAFF_EMAILS: emailsSchema.default([]),
  STAFF_DOMAINS: domainsSchema.default([]),
  STAFF_GROUPS: list.default([]),
  STAFF_ROLES: staffRolesSchema.optional(),
  METRICS_PORT: portSchema.optional(),
  DRAIN_SECONDS: z
    .string()
    .regex(/^\d{1,3}$/, 'needs a number of seconds, 0 to 999')
    .transform(Number)
    .default(0),
  LOG_REQUESTS: z
    .enum(['0', '1'], 'needs 0 or 1')
    .default('0')
    .transform((value) => value === '1'),
  SMTP_URL: urlOf('smtp', 'smtps').optional(),
  MAIL_FROM: senderSchema.optional(),
  REGISTRAR_EMAIL: z.email('needs an email address').optional(),
});

export type Settings = z.output<typeof settingsSchema>;

export const settingNames = Object.keys(settingsSchema.shape) as (keyof Settings)[];

/** Settings that must be set together; the error names the missing ones. */
const togetherness: (keyof Settings)[][] = [
  ['CHALLENGE_SITE_KEY', 'CHALLENGE_SECRET_KEY'],
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'SESSION_SECRET'],
  ['SMTP_URL', 'MAIL_FROM'],
];

const challengeKeys = ['CHALLENGE_SITE_KEY', 'CHALLENGE_SECRET_KEY'] as const;

type ChallengeKeys = Partial<Record<(typeof challengeKeys)[number], string | undefined>>;

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * Checks all settings at once. An empty one counts as not set.
 * @throws ConfigError with one line for each invalid setting: its name and what it needs, never its value
 */
export function parseConfig(environment: Readonly<Record<string, string | undefined>>): Settings {
  const given = Object.fromEntries(
    settingNames.map((name) => [name, environment[name]?.trim()]).filter(([, value]) => value),
  ) as Partial<Record<keyof Settings, string>>;

  const result = settingsSchema.safeParse({ SITE_URL: localAddress(given.PORT), ...given });
  const problems = result.success
    ? []
    : result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
  problems.push(...missingCompanions(given), ...publicTestKeys(given), ...contentConflicts(given));
  if (!result.success || problems.length > 0) {
    throw new ConfigError(`Invalid settings:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
  }
  return result.data;
}

/** The address of a site without SITE_URL. Port 0 means any free port, which pages cannot know; an invalid one is an error of its own. */
function localAddress(port = defaultPort): string {
  const isUsable = portSchema.safeParse(port).data;
  return `http://localhost:${isUsable ? port : defaultPort}`;
}

/** Returns the names of the settings with a challenge provider's public test key. */
export function testKeySettings(settings: ChallengeKeys): string[] {
  return challengeKeys.filter((name) => isTestKey(settings[name] ?? ''));
}

function publicTestKeys({ SITE_URL: siteUrl, ...keys }: ChallengeKeys & { SITE_URL?: string }): string[] {
  const names = testKeySettings(keys);
  const isPublic = siteUrl !== undefined && !isLoopback(URL.parse(siteUrl)?.hostname ?? '');
  if (names.length === 0 || !isPublic) return [];
  return [
    `${names.join(' and ')} must be your own: a public test key lets every bot pass, and works only while SITE_URL is on this machine`,
  ];
}

function missingCompanions(given: Partial<Record<keyof Settings, string>>): string[] {
  const isSet = (name: keyof Settings) => given[name] !== undefined;
  const problems = togetherness.flatMap((names) => {
    // SESSION_SECRET is also used without a directory, so it does not require the other OIDC settings.
    const group = names[0] === 'OIDC_ISSUER' ? names.slice(0, 3) : names;
    if (!group.some(isSet)) return [];
    return names
      .filter((name) => !isSet(name))
      .map((name) => `${name} is missing: it is required together with ${group.filter(isSet).join(', ')}`);
  });
  const staff = ['STAFF_EMAILS', 'STAFF_DOMAINS', 'STAFF_GROUPS'] as const;
  if (isSet('OIDC_ISSUER') && !staff.some(isSet)) {
    problems.push(
      'STAFF_EMAILS, STAFF_DOMAINS or STAFF_GROUPS is missing: set at least one to define who is on the staff',
    );
  }
  return problems;
}
