import type { Institute } from '#lib/content/institute-schema.ts';
import type { Chat } from '#lib/chat/chat-types.ts';
import { createChat } from '#lib/chat/chat.ts';
import { createDailyCap } from '#lib/chat/daily-cap.ts';
import { openModel } from '#lib/chat/model.ts';
import type { Config } from './env.ts';
import { listTerms } from '#lib/content/term-rules.ts';
import type { Log } from '#lib/log/log.ts';
import type { Limits } from '#lib/http/limits.ts';
import type { Measures } from '#lib/metrics/measures.ts';
import type { Insights } from '#lib/insights/insights.ts';
import { createChatRetriever } from './retrieval-services.ts';
import type { CurrentSearch } from '#lib/search/current-search.ts';

export type ChatServicesOptions = {
  config: Config;
  apiKey: string;
  search: CurrentSearch;
  insights: Insights;
  /** Called for each request, because the limits are replaced when the store becomes available. */
  limits: () => Limits;
  log: Log;
  measures: Measures;
  institute: () => Institute;
};

export function createChatService({
  config,
  apiKey,
  search,
  insights,
  limits,
  log,
  measures,
  institute,
}: ChatServicesOptions): Chat {
  const { CHAT_MODEL: name, CHAT_BASE_URL: baseUrl } = config;
  return createChat({
    model: openModel({ apiKey, name, baseUrl }),
    retriever: createChatRetriever(search, { siteUrl: config.SITE_URL, institute }),
    siteUrl: config.SITE_URL,
    institute() {
      const { name, timeZone, terms } = institute();
      return { name, timeZone, terms: (today) => listTerms(terms, today) };
    },
    takeCall: createDailyCap({
      limit: config.CHAT_DAILY_LIMIT,
      timeZone: institute().timeZone,
      count: (day) => limits().countAnswer(day),
      now: () => new Date(),
    }),
    onUnanswered: (question) => insights.count('question', question),
    log: (message) => log.warn(message, { name: 'chat' }),
    onEvent: (event) => measures.chat(event),
  });
}
