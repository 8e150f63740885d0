import { helpPages } from '#lib/content/discovery-documents.ts';

type OAuthFacts = {
  site: { siteUrl: string };
  /** `auth` is undefined if this instance has no staff sign-in. */
  requests: { auth: object | undefined };
};

/**
 * No tokens are issued. The lists are empty instead of absent, because absent lists have defaults, such as the grants
 * authorization_code and implicit (RFC 8414, section 2).
 */
const noGrants = { response_types_supported: [], grant_types_supported: [], scopes_supported: [] } as const;

/** `/.well-known/oauth-authorization-server` (RFC 8414). The issuer is the origin of the document. */
export function createAuthorizationServerMetadata(facts: OAuthFacts) {
  return {
    issuer: facts.site.siteUrl,
    ...noGrants,
    token_endpoint_auth_methods_supported: [],
    code_challenge_methods_supported: [],
    service_documentation: documentationOf(facts),
    ...staffSignIn(facts),
  };
}

/** `/.well-known/openid-configuration` (OpenID Connect Discovery 1.0). */
export function createOpenIdConfiguration(facts: OAuthFacts) {
  return {
    issuer: facts.site.siteUrl,
    ...noGrants,
    subject_types_supported: [],
    id_token_signing_alg_values_supported: [],
    service_documentation: documentationOf(facts),
    ...staffSignIn(facts),
  };
}

/** `/.well-known/oauth-protected-resource` (RFC 9728). The list of bearer methods is empty: no tokens are accepted. */
export function createProtectedResourceMetadata(facts: OAuthFacts, resourceName: string) {
  return {
    resource: facts.site.siteUrl,
    resource_name: resourceName,
    authorization_servers: [],
    scopes_supported: [],
    bearer_methods_supported: [],
    resource_documentation: documentationOf(facts),
    ...staffSignIn(facts),
  };
}

function documentationOf({ site: { siteUrl } }: OAuthFacts): string {
  return `${siteUrl}${helpPages.authentication}.md`;
}

/** Our own extension, which clients may ignore: the address of the staff sign-in. */
function staffSignIn({ site: { siteUrl }, requests }: OAuthFacts) {
  return requests.auth ? { staff_sign_in_uri: `${siteUrl}/staff` } : {};
}
