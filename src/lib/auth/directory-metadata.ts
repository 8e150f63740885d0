import { z } from 'zod';
import { DirectoryError } from './directory-error.ts';
import { readObject, type DirectoryFetch } from './directory-fetch.ts';

const names = z.array(z.string()).optional();

/** The fields of a discovery document that we use (OpenID Connect Discovery 1.0, section 3). */
const metadataSchema = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
  userinfo_endpoint: z.url().optional(),
  end_session_endpoint: z.url().optional(),
  revocation_endpoint: z.url().optional(),
  scopes_supported: names,
  prompt_values_supported: names,
  token_endpoint_auth_methods_supported: names,
});

export type Metadata = z.output<typeof metadataSchema>;

type Discovered = { document: Record<string, unknown>; metadata: Metadata };

const cachedForMs = 10 * 60_000;

/** Reads the discovery document and caches it for ten minutes. Concurrent calls share one request. */
export function createDiscovery({
  issuer,
  fetch,
  now,
}: {
  issuer: string;
  fetch: DirectoryFetch;
  now: () => number;
}) {
  const url = new URL(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`).href;
  let current: { readAt: number; discovered: Promise<Discovered> } | undefined;

  return {
    url,

    /** Errors are not cached. @throws DirectoryError */
    read(): Promise<Discovered> {
      if (current && now() - current.readAt < cachedForMs) return current.discovered;
      const discovered = discover();
      const entry = { readAt: now(), discovered };
      current = entry;
      discovered.catch(() => {
        if (current === entry) current = undefined;
      });
      return discovered;
    },
  };

  async function discover(): Promise<Discovered> {
    const response = await fetch(url, { headers: { Accept: 'application/json' } });
    if (response.status !== 200) {
      throw new DirectoryError(`discovery returned ${response.status}: check OIDC_ISSUER`, {
        problem: 'settings',
      });
    }
    const document = await readObject(response);
    const parsed = metadataSchema.safeParse(document);
    if (!parsed.success) throw new DirectoryError('the discovery document lacks required fields');
    if (URL.parse(parsed.data.issuer)?.href !== new URL(issuer).href) {
      const message = 'the discovery document names a different issuer from OIDC_ISSUER';
      throw new DirectoryError(message, { problem: 'settings' });
    }
    return { document, metadata: parsed.data };
  }
}
