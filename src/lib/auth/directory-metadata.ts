import { z } from 'zod';
import { DirectoryError, readObject, type DirectoryFetch } from './directory-fetch.ts';

const names = z.array(z.string()).optional();

/** What is used of a discovery document (OpenID Connect Discovery 1.0, section 3). */
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

/** The document as Auth.js is to see it, and what is used of it here. */
export type Discovered = { document: Record<string, unknown>; metadata: Metadata };

const keptMs = 10 * 60_000;

export type Discovery = {
  /** Where the document is. */
  url: string;
  /** @throws DirectoryError; what failed is asked for again the next time */
  read(): Promise<Discovered>;
};

/** Reads the discovery document once in ten minutes, however many ask at once. */
export function createDiscovery({
  issuer,
  fetch,
  now,
}: {
  issuer: string;
  fetch: DirectoryFetch;
  now: () => number;
}): Discovery {
  const url = new URL(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`).href;
  let current: { readAt: number; discovered: Promise<Discovered> } | undefined;

  return {
    url,
    read() {
      if (current && now() - current.readAt < keptMs) return current.discovered;
      const discovered = discover();
      const mine = { readAt: now(), discovered };
      current = mine;
      discovered.catch(() => {
        if (current === mine) current = undefined;
      });
      return discovered;
    },
  };

  async function discover(): Promise<Discovered> {
    const response = await fetch(url, { headers: { Accept: 'application/json' } });
    if (response.status !== 200) throw new DirectoryError(`discovery answers ${response.status}`);
    const document = await readObject(response);
    const parsed = metadataSchema.safeParse(document);
    if (!parsed.success) throw new DirectoryError('the discovery document lacks what is needed');
    if (URL.parse(parsed.data.issuer)?.href !== new URL(issuer).href) {
      throw new DirectoryError('the discovery document names another issuer than OIDC_ISSUER');
    }
    return { document, metadata: parsed.data };
  }
}
