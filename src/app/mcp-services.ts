import type { Institute } from '#lib/content/institute-schema.ts';
import type { Chat } from '#lib/chat/chat-types.ts';
import { maxQuestionLength } from '#lib/chat/request.ts';
import type { PublishedPages } from '#lib/delivery/published-pages.ts';
import type { Limits } from '#lib/http/limits.ts';
import { countFruitlessSearch } from '#lib/insights/search-without-results.ts';
import type { Insights } from '#lib/insights/insights.ts';
import { answerMcp, answerOtherMcpMethod } from '#lib/mcp/answer-mcp.ts';
import type { Log } from '#lib/log/log.ts';
import type { Offer } from '#lib/mcp/mcp-server.ts';
import type { Caller } from '#lib/mcp/tool.ts';
import { createAskTool } from '#lib/mcp/ask-tool.ts';
import { createReadPageTool } from '#lib/mcp/read-page-tool.ts';
import { createSearchTool } from '#lib/mcp/search-tool.ts';
import { createServerCard } from '#lib/mcp/server-card.ts';
import { parseSearchQuery } from '#lib/search/query.ts';

/** The MCP server for its routes. */
export type Mcp = {
  answer(request: Request, caller: Caller): Promise<Response>;
  /** For every method except POST. */
  answerOtherMethod(request: Request, log: Log): Response;
  readonly card: object;
};

type McpOptions = {
  siteUrl: string;
  institute: () => Institute;
  pages: PublishedPages;
  /** Undefined if no model is configured. */
  chat: Chat | undefined;
  insights: Insights;
  /** Called for each request, because the limits are replaced when the store becomes available. */
  limits: () => Limits;
};

/** Creates the MCP server. Its descriptions are rebuilt when the institute's facts change. */
export function createMcp(options: McpOptions): Mcp {
  const { siteUrl, institute, limits } = options;
  const offers = new WeakMap<Institute, Offer>();
  const offer = () => {
    const known = offers.get(institute()) ?? createOffer(institute(), options);
    offers.set(institute(), known);
    return known;
  };
  return {
    answer: (request, caller) => answerMcp(request, { offer: offer(), limit: limits().mcp, caller }),
    answerOtherMethod: (request, log) => answerOtherMcpMethod(request, siteUrl, log),
    get card() {
      return createServerCard(offer());
    },
  };
}

function createOffer(
  { name: instituteName, shortName }: Institute,
  { siteUrl, pages, chat, insights, limits }: McpOptions,
): Offer {
  return {
    name: shortName.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'),
    title: instituteName,
    siteUrl,
    pages,
    tools: [
      createSearchTool({
        instituteName,
        async search({ query, type, limit }, { client, search }) {
          await limits().search.take(client);
          const parameters = new URLSearchParams({ q: query, limit: String(limit), ...(type && { type }) });
          const checked = parseSearchQuery(new URL(`${siteUrl}/api/search?${parameters}`));
          const answer = await search(checked);
          countFruitlessSearch(insights, { query: checked, answer });
          return answer;
        },
      }),
      createReadPageTool({ siteUrl, instituteName, pages, hasAsk: chat !== undefined }),
      ...(chat === undefined
        ? []
        : [
            createAskTool({
              instituteName,
              maxQuestionLength,
              chat,
              take: (client) => limits().chat.take(client),
            }),
          ]),
    ],
  };
}
