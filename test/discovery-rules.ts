import { ConformanceTester } from 'lighthouse/third-party/ard/ard.js';
import { parse as parseYaml } from 'yaml';
import { z } from 'zod';

/** Returns where a document violates its specification. */
export type Rules = (document: unknown, siteUrl: string) => string[];

const mediaType = z.string().regex(/^[a-z]+\/[a-z0-9.+-]+(\s*;\s*[a-z]+=("[^"]*"|[^\s";]+))*$/);
const below = (siteUrl: string) =>
  z.url().refine((url) => url.startsWith(`${siteUrl}/`), 'is of another site');

function faultsOf(schema: z.ZodType, value: unknown): string[] {
  const { error } = schema.safeParse(value);
  return error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`) ?? [];
}

/** RFC 9264, section 4.2: relations are arrays of targets. RFC 9727: each item of the catalog has a context. */
export const linksetRules: Rules = (document, siteUrl) => {
  const url = below(siteUrl);
  const target = z.strictObject({ href: url, type: mediaType.optional(), title: z.string().optional() });
  const context = z.object({ anchor: url }).catchall(z.array(target).min(1));
  const schema = z.strictObject({ linkset: z.array(context).min(2) }).superRefine(({ linkset }, context) => {
    const [catalog, ...apis] = linkset;
    const items = ((catalog?.['item'] ?? []) as { href: string }[]).map(({ href }) => href);
    const anchors = apis.map(({ anchor }) => anchor);
    const fault = (message: string) => context.addIssue({ code: 'custom', message, path: ['linkset'] });
    if (catalog?.anchor !== `${siteUrl}/.well-known/api-catalog`)
      fault('the first context is not the catalog');
    if (items.join() !== anchors.join()) fault('items and contexts differ');
    for (const relation of ['service-desc', 'service-doc', 'status']) {
      if (!apis.every((api) => relation in api)) fault(`an API lacks ${relation}`);
    }
  });
  return faultsOf(schema, document);
};

/** The conformance suite of Agentic Resource Discovery 0.91 that Lighthouse contains, including its warnings. */
export const aiCatalogRules: Rules = (document, siteUrl) => {
  const tester = new ConformanceTester();
  tester.validate_manifest(JSON.stringify(document), 'ai-catalog.json');
  const found = [...tester.errors, ...tester.warnings].map(
    ({ element, message }) => `${element}: ${message}`,
  );
  const { hostname } = new URL(siteUrl);
  const entry = z.object({
    identifier: z.string().startsWith(`urn:air:${hostname}:`),
    type: mediaType,
    url: below(siteUrl),
  });
  const unique = (entries: { identifier: string }[]) =>
    new Set(entries.map(({ identifier }) => identifier)).size === entries.length;
  const schema = z.object({ entries: z.array(entry).min(1).refine(unique, 'has an identifier twice') });
  return [...found, ...faultsOf(schema, document)];
};

/** Agent Skills Discovery 0.2.0. */
export const skillIndexRules: Rules = (document, siteUrl) => {
  const skill = z
    .strictObject({
      name: z
        .string()
        .max(64)
        .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
      type: z.literal('skill-md'),
      description: z.string().min(1).max(1024),
      url: below(siteUrl),
      digest: z.string().regex(/^sha256:[0-9a-f]{64}$/),
    })
    .refine(({ name, url }) => url.endsWith(`/.well-known/agent-skills/${name}/SKILL.md`), 'lies elsewhere');
  const schema = z.strictObject({
    $schema: z.literal('https://schemas.agentskills.io/discovery/0.2.0/schema.json'),
    skills: z.array(skill).min(1),
  });
  return faultsOf(schema, document);
};

/** agentskills.io: front matter with the folder as name, then instructions. */
export function skillFaults(text: string, name: string): string[] {
  const [, matter = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [];
  const schema = z.strictObject({ name: z.literal(name), description: z.string().min(1).max(1024) });
  const faults = faultsOf(schema, parseYaml(matter));
  return body.trim().startsWith('# ') ? faults : [...faults, 'has no instructions'];
}

const none = z.array(z.string()).max(0);

/** Rules of a server without grants: members with defaults must be empty. */
function withoutGrants(...emptyMembers: readonly string[]): Rules {
  return (document, siteUrl) =>
    faultsOf(
      z.strictObject({
        issuer: z.literal(siteUrl),
        response_types_supported: none,
        scopes_supported: none,
        ...Object.fromEntries(emptyMembers.map((name) => [name, none])),
        service_documentation: below(siteUrl),
        staff_sign_in_uri: below(siteUrl).optional(),
      }),
      document,
    );
}

/** RFC 8414, section 2. */
export const authorizationServerRules = withoutGrants(
  'grant_types_supported',
  'token_endpoint_auth_methods_supported',
  'code_challenge_methods_supported',
);

/** OpenID Connect Discovery 1.0, section 3. */
export const openIdRules = withoutGrants(
  'grant_types_supported',
  'subject_types_supported',
  'id_token_signing_alg_values_supported',
);

/** RFC 9728, section 2. */
export const protectedResourceRules: Rules = (document, siteUrl) =>
  faultsOf(
    z.strictObject({
      resource: z.literal(siteUrl),
      resource_name: z.string().min(1),
      authorization_servers: none,
      scopes_supported: none,
      bearer_methods_supported: none,
      resource_documentation: below(siteUrl),
      staff_sign_in_uri: below(siteUrl).optional(),
    }),
    document,
  );

/** RFC 9116, section 2.5. */
export const securityTxtRules: Rules = (document, siteUrl) => {
  const year = 366 * 24 * 60 * 60 * 1000;
  const fields = new Map<string, string[]>();
  const faults: string[] = [];
  for (const line of String(document)
    .split('\n')
    .filter((each) => each !== '' && !each.startsWith('#'))) {
    const [, name = '', value = ''] = /^([A-Za-z-]+): (\S.*)$/.exec(line) ?? [];
    if (name === '') faults.push(`no field: ${line}`);
    fields.set(name.toLowerCase(), [...(fields.get(name.toLowerCase()) ?? []), value]);
  }
  const schema = z.strictObject({
    contact: z
      .array(z.union([z.string().regex(/^mailto:[^\s@]+@[^\s@]+$/), z.url({ protocol: /^(https|tel)$/ })]))
      .min(1),
    expires: z.tuple([
      z.iso.datetime({ offset: true }).refine((text) => {
        const left = Date.parse(text) - Date.now();
        return left > 0 && left < year;
      }, 'is past or more than a year away'),
    ]),
    canonical: z.array(z.literal(`${siteUrl}/.well-known/security.txt`)).min(1),
    'preferred-languages': z
      .tuple([z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]+)*(, [a-z]{2,3}(-[A-Za-z0-9]+)*)*$/)])
      .optional(),
    policy: z.array(below(siteUrl)).optional(),
  });
  return [...faults, ...faultsOf(schema, Object.fromEntries(fields))];
};
