import { createChallenge, createNoChallenge, type Challenge } from '#lib/challenge/challenge.ts';
import type { Chat } from '#lib/chat/chat-types.ts';
import type { ChatServicesOptions } from './chat-services.ts';
import { createPublishedPages } from '#lib/delivery/published-pages.ts';
import type { Auth } from '#lib/auth/auth.ts';
import { createAuthService } from './auth-services.ts';
import type { Config } from './env.ts';
import { createForms, createMail, type Forms } from './form-services.ts';
import { counterStoreOf, limitsOf, openShared } from './limit-services.ts';
import { createClientAddress, type ClientAddress } from '#lib/http/client-address.ts';
import { createFairQueue, type FairQueue } from '#lib/http/fair-queue.ts';
import { createSeatCounts, type SeatCounts } from '#lib/finder/free-seats.ts';
import type { Limits } from '#lib/http/limits.ts';
import { createInsights, type Insights } from '#lib/insights/insights.ts';
import { createMcp, type Mcp } from './mcp-services.ts';
import type { Search } from '#lib/search/search.ts';
import { openSiteSearch } from './search-services.ts';
import type { Publication } from './publication.ts';
import { openLiveContent, type LiveContent } from '#app/live-content.ts';
import { createDesk, type Desk } from '#app/desk/create-desk.ts';
import { createStaffServices, type StaffServices } from './staff-services.ts';
import { createInsightCounts } from '#lib/store/staff/insight-counts.ts';
import type { Readiness } from './readiness.ts';
import { createPageHeaders, type PageHeaders } from './page-headers.ts';
import type { Log } from '#lib/log/log.ts';
import type { Measures } from '#lib/metrics/measures.ts';
import { measureSearch } from '#lib/metrics/measure-search.ts';
import { openStore, type Store } from '#lib/store/open.ts';
import { createRetentionWorker } from '#lib/store/retention.ts';

/** The long-lived services that routes use, created once per process. */
export type Services = {
  /** The current publication. A request that reads it once sees one state of the content. */
  readonly publication: Publication;
  readonly siteUrl: string;
  /** For questions and reports of problems. */
  readonly contactEmail: string;
  /** Whether a directory is configured, so that staff can sign in. */
  readonly hasStaffSignIn: boolean;
  readonly search: Pick<Search, 'search' | 'correct' | 'warmUp'>;
  /** Undefined when no model is configured. */
  readonly chat: Chat | undefined;
  readonly store: Store;
  readonly limits: Limits;
  /** Limits the concurrent requests of each client. */
  readonly requestQueue: FairQueue;
  readonly challenge: Challenge;
  /** Cache of API descriptions by content and day, because generating one takes tens of milliseconds. */
  readonly apiDescriptions: WeakMap<object, Map<string, object>>;
  /** Security headers of dynamic pages. */
  readonly pageHeaders: PageHeaders;
  /** Counts searches and questions without a result. */
  readonly insights: Insights;
  /** Undefined if no directory is configured. */
  readonly auth: Auth | undefined;
  readonly clientAddress: ClientAddress;
  readonly mcp: Mcp;
  /** Whether mail is configured, so that forms are confirmed by email. */
  readonly sendsMail: boolean;
  readonly staff: StaffServices;
  /** The editor's desk. Undefined with DESK=off. */
  readonly desk: Desk | undefined;
  /** Undefined without CONTENT_REPO. */
  readonly liveContent: LiveContent | undefined;
  /** The webhook of the content's forge. Undefined unless it is configured. */
  readonly contentHook: { secret: string; update(): void } | undefined;
  /** Whether a load balancer should send visitors to this server. */
  readonly readiness: Readiness;
  /** Free seats and waiting lists, for visitors. */
  readonly seatCounts: SeatCounts;
  /** @throws ApiError STORE_UNAVAILABLE until the store is available for the first time */
  forms(): Promise<Forms>;
  /** Switches to a new publication between two requests. */
  follow(publication: Publication): void;
  /** Stops sending new emails. `close` waits for those being sent. */
  beginClose(): void;
  /** Ends the chat answers in progress, each with a final part that gives the reason. */
  endAnswers(): void;
  close(): Promise<void>;
};

type Needs = {
  /** The build's folder, with the manifest. */
  publishedDir: string;
  publication: Publication;
  readiness: Readiness;
  config: Config;
  /** Environment variables that may be passed to child processes. */
  environment: NodeJS.ProcessEnv;
  log: Log;
  measures: Measures;
};

/** Opens all services, so that no request waits for that. */
export async function createServices(needs: Needs): Promise<Services> {
  const { publishedDir, readiness, config, environment, log, measures } = needs;
  let { publication } = needs;
  const warn = (name: string) => (line: string) => log.warn(line, { name });
  const hasDesk = config.DESK === 'on';
  const store = await openStore({
    dataDir: config.DATA_DIR,
    databaseUrl: config.DATABASE_URL,
    hasDesk,
    log: warn('store'),
  });
  const siteUrl = config.SITE_URL;
  const institute = () => publication.institute;
  const opened = await openSiteSearch({ publishedDir, publication, config, log });
  const search = measureSearch(opened, measures);
  const mail = await createMail(store, config, log);
  const retention = createRetentionWorker({
    store,
    hasDesk,
    retentionDays: () => publication.institute.retentionDays,
    log: warn('retention'),
  });
  const insights = createInsights({
    store: createInsightCounts(store),
    timeZone: publication.institute.timeZone,
    log: warn('insights'),
  });
  const counterStore = await counterStoreOf(store, config);
  const makeLimits = (secret: string) => limitsOf(counterStore, config, { secret, log, measures });
  const shared = await openShared({ store, config, makeLimits }, (links) =>
    createForms({ store, secrets: links, config, mail, publication: () => publication }),
  );
  const chat = await openChat({
    config,
    search,
    insights,
    log,
    measures,
    institute,
    limits: shared.limits,
  });
  const challenge = challengeOf(config);
  const staff = createStaffServices(store);
  const auth = createAuthService(config, { log, measures, endedSessions: staff.sessions });
  const liveContent = await openLiveContent({ config, environment, buildDir: publishedDir, log });
  const desk = await createDesk({
    store,
    config,
    environment,
    liveContent,
    publishedDir,
    publication: () => publication,
    sendsMail: mail !== undefined,
    log,
  });
  mail?.start();
  retention.start();
  desk?.start();
  return {
    get publication() {
      return publication;
    },
    siteUrl,
    get contactEmail() {
      return config.CONTACT_EMAIL ?? institute().email;
    },
    hasStaffSignIn: config.OIDC_ISSUER !== undefined,
    search,
    chat,
    store,
    get limits() {
      return shared.limits();
    },
    requestQueue: createFairQueue(),
    challenge,
    apiDescriptions: new WeakMap(),
    pageHeaders: createPageHeaders({
      siteUrl,
      challenge,
      auth,
      inlineCode: () => publication.onDemandCode,
    }),
    insights,
    auth,
    clientAddress: createClientAddress({ trustedProxies: config.TRUSTED_PROXIES }),
    mcp: createMcp({
      siteUrl,
      institute,
      pages: createPublishedPages(publishedDir, () => publication.manifest),
      chat,
      insights,
      limits: shared.limits,
    }),
    sendsMail: mail !== undefined,
    staff,
    desk,
    liveContent,
    contentHook: contentHookOf(config, liveContent),
    readiness,
    seatCounts: createSeatCounts({
      enrolments: (term, now) => staff.registrations.enrolments(term, now),
    }),
    forms: shared.forms,
    follow(next) {
      publication = next;
      search.follow(next);
    },
    beginClose() {
      void mail?.stop();
    },
    endAnswers: () => chat?.endAnswers(),
    async close() {
      await Promise.all([
        desk?.close(),
        search.close(),
        mail?.stop(),
        retention.stop(),
        shared.close(),
        insights.close(),
      ]);
      await store.close();
    },
  };
}

function contentHookOf({ CONTENT_HOOK_SECRET: secret }: Config, liveContent: LiveContent | undefined) {
  return secret === undefined || !liveContent
    ? undefined
    : { secret, update: () => void liveContent.update() };
}

/** Loads the model's client only when a model is configured. */
async function openChat(needs: Omit<ChatServicesOptions, 'apiKey'>) {
  const { GOOGLE_GENERATIVE_AI_API_KEY: apiKey } = needs.config;
  if (!apiKey) return undefined;
  const { createChatService } = await import('./chat-services.ts');
  return createChatService({ ...needs, apiKey });
}

function challengeOf(config: Config): Challenge {
  const { CHALLENGE_SITE_KEY: siteKey, CHALLENGE_SECRET_KEY: secretKey } = config;
  if (!siteKey || !secretKey) return createNoChallenge();
  return createChallenge({
    provider: config.CHALLENGE_PROVIDER,
    siteKey,
    secretKey,
    hostname: new URL(config.SITE_URL).hostname,
    verifyUrl: config.CHALLENGE_VERIFY_URL,
  });
}
