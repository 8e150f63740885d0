/** Error messages and resolutions of the MCP server. Tool descriptions are with the tools. */
export const mcpErrors = {
  methodNotAllowed: {
    message: 'This MCP server is stateless: it has no streams or sessions.',
    resolution: 'POST one JSON-RPC message. See /mcp/server-card for the tools.',
  },
  foreignOrigin: {
    message: 'Pages of other sites can’t use this server.',
    resolution: 'Call it from a program that sends no Origin header.',
  },
  batch: {
    message: 'This server accepts no batches.',
    resolution: 'Send each message in its own request.',
  },
  invalidJson: {
    message: 'Parse error: the body is not valid JSON.',
    resolution: 'Send one complete JSON-RPC message.',
  },
  unsupportedVersion: ({ requested, supported }: { requested: string; supported: readonly string[] }) =>
    `Unsupported protocol version: ${requested} (supported versions: ${supported.join(', ')})`,
  notAcceptable:
    'Not Acceptable: send Accept: application/json, text/event-stream. The client must accept both.',
  invalidParams: ({ method, maxUriLength }: { method: string; maxUriLength: number | undefined }) =>
    `Invalid params for ${method}.${maxUriLength === undefined ? '' : ` Give a uri of at most ${maxUriLength} characters.`}`,
  invalidCursor: 'Invalid cursor: start again without one.',
  foreignUrl: ({ siteUrl }: { siteUrl: string }) => ({
    message: 'This URL is not on this site. Nothing was fetched.',
    resolution: `Give a URL that starts with ${siteUrl}/ or a path such as /courses.`,
  }),
  pageNotFound: ({ path }: { path: string }) => ({
    message: `There is no page at ${path}.`,
    resolution: 'Call search with a few words of what you look for.',
  }),
} as const;

/** Replies to `read_page` for paths that have no published page, by the first segment of the path. */
export function readPageAlternatives(siteUrl: string, hasAsk: boolean): Readonly<Record<string, string>> {
  const form = (path: string) =>
    `is a form for a person to fill in: give them ${siteUrl}/${path}. Programs find its API in ${siteUrl}/openapi.json.`;
  return {
    search: 'is rendered for each query: call the search tool.',
    ask: `is rendered for each question: call the ${hasAsk ? 'ask' : 'search'} tool.`,
    register: form('register'),
    apply: form('apply'),
    enquire: form('enquire'),
    newsletter: form('newsletter'),
    api: `is for programs: see ${siteUrl}/openapi.json.`,
    staff: 'is for signed-in staff.',
  };
}

/**
 * Errors of the WebMCP tools, for an assistant in the browser. Two texts are repeated from pages: if these shared them,
 * they would load another script.
 */
export const browserToolErrors = {
  notOnSite: ({ url }: { url: string }) => `${url} is not an address of this site.`,
  forPrograms: 'That address is for programs.',
  noPage: ({ url }: { url: string }) => `There is no page at ${url}. Find one with search.`,
  searchFailed: 'The search could not be reached. Try again in a minute.',
  unreachable: 'This site could not be reached. Try again in a minute.',
  noTerm: 'No course is open for registration today.',
  noForm: 'The form is not on this page.',
  notOnOffer: ({ field, value }: { field: string; value: string }) => `${field} ${value}: it is not on offer`,
} as const;
