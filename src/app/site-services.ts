import type { ChatServicesOptions } from './chat-services.ts';
import type { LiveContent } from './live-content.ts';
import { createMcp, type Mcp } from './mcp-services.ts';
import type { Publication } from './publication.ts';
import type { Readiness } from './readiness.ts';
import { openSiteSearch } from './search-services.ts';
import type { StaffServices } from './staff-services.ts';
import type { Wiring } from './wiring.ts';
import type { Chat } from '#lib/chat/chat-types.ts';
import { createPublishedPages } from '#lib/delivery/published-pages.ts';
import { createSeatCounts, type SeatCounts } from '#lib/finder/free-seats.ts';
import type { Limits } from '#lib/http/limits.ts';
import { createInsights, type Insights } from '#lib/insights/insights.ts';
import { measureSearch } from '#lib/metrics/measure-search.ts';
import type { Search } from '#lib/search/search.ts';
import { createInsightCounts } from '#lib/store/staff/insight-counts.ts';

/** What visitors and programs read. */
export type SiteServices = {
  /** The current publication. A request that reads it once sees one state of the content. */
  readonly publication: Publication;
  readonly siteUrl: string;
  /** For questions and reports of problems. */
  readonly contactEmail: string;
  readonly search: Pick<Search, 'search' | 'correct' | 'warmUp'>;
  /** Undefined when no model is configured. */
  readonly chat: Chat | undefined;
  readonly mcp: Mcp;
  /** Free seats and waiting lists. */
  readonly seatCounts: SeatCounts;
  /** Counts searches and questions without a result. */
  readonly insights: Insights;
  /** Cache of API descriptions by content and day, because generating one takes tens of milliseconds. */
  readonly apiDescriptions: WeakMap<object, Map<string, object>>;
  /** The webhook of the content's forge. Undefined unless it is configured. */
  readonly contentHook: { secret: string; update(): void } | undefined;
  /** Whether a load balancer should send visitors to this server. */
  readonly readiness: Pick<Readiness, 'read'>;
};

type SiteNeeds = {
  /** Called for each request, because the limits are replaced when the store becomes available. */
  limits: () => Limits;
  staff: Pick<StaffServices, 'registrations'>;
  liveContent: LiveContent | undefined;
};

type OpenSite = SiteServices & {
  /** Lets the search follow a new publication. */
  follow(publication: Publication): void;
  close(): Promise<void>;
};

export async function openSite(wiring: Wiring, needs: SiteNeeds): Promise<OpenSite> {
  const { config, log, measures, publication, publishedDir, readiness, store } = wiring;
  const { limits, liveContent, staff } = needs;
  const siteUrl = config.SITE_URL;
  const institute = () => publication().institute;
  const opened = await openSiteSearch({ publishedDir, publication: publication(), config, log });
  const search = measureSearch(opened, measures);
  const insights = createInsights({
    store: createInsightCounts(store),
    timeZone: institute().timeZone,
    log: (line) => log.warn(line, { name: 'insights' }),
  });
  const chat = await openChat({ config, search, insights, log, measures, institute, limits });
  const { CONTENT_HOOK_SECRET: secret } = config;
  return {
    get publication() {
      return publication();
    },
    siteUrl,
    get contactEmail() {
      return config.CONTACT_EMAIL ?? institute().email;
    },
    search,
    chat,
    mcp: createMcp({
      siteUrl,
      institute,
      pages: createPublishedPages(publishedDir, () => publication().manifest),
      chat,
      insights,
      limits,
    }),
    seatCounts: createSeatCounts({
      enrolments: (term, now) => staff.registrations.enrolments(term, now),
    }),
    insights,
    apiDescriptions: new WeakMap(),
    contentHook: secret && liveContent ? { secret, update: () => void liveContent.update() } : undefined,
    readiness,
    follow: (next) => search.follow(next),
    async close() {
      await Promise.all([search.close(), insights.close()]);
    },
  };
}

/** Loads the model's client only when a model is configured. */
async function openChat(needs: Omit<ChatServicesOptions, 'apiKey'>) {
  const { GOOGLE_GENERATIVE_AI_API_KEY: apiKey } = needs.config;
  if (!apiKey) return undefined;
  const { createChatService } = await import('./chat-services.ts');
  return createChatService({ ...needs, apiKey });
}
