import { site } from '../site.ts';
import type { Chat } from './chat/chat-types.ts';
import { createChat } from './chat/chat.ts';
import { createDailyCap } from './chat/daily-cap.ts';
import { openModel } from './chat/model.ts';
import type { Retriever } from './chat/retrieval-types.ts';
import type { Config } from './env.ts';
import type { Limits } from './http/limits.ts';
import type { Search } from './search/search.ts';

type ChatServicesOptions = {
  config: Config;
  search: Search;
  /** Asked for anew each time: they change when the store is there. */
  limits: () => Limits;
};

/** Undefined without the key of a model. */
export function createChatServices({ config, search, limits }: ChatServicesOptions): Chat | undefined {
  const { GOOGLE_GENERATIVE_AI_API_KEY: apiKey, CHAT_MODEL: name, CHAT_BASE_URL: baseUrl } = config;
  if (!apiKey) return undefined;
  const now = () => new Date();
  return createChat({
    model: openModel({ apiKey, name, baseUrl }),
    retriever: createLexicalRetriever(search, config.SITE_URL),
    siteUrl: config.SITE_URL,
    site,
    takeCall: createDailyCap({
      limit: config.CHAT_DAILY_LIMIT,
      timeZone: site.timeZone,
      count: (day) => limits().countAnswer(day),
      now,
    }),
    onUnanswered: () => undefined,
    log: (message) => console.warn(`chat: ${message}`),
    now,
  });
}

function createLexicalRetriever({ passages }: Search, siteUrl: string): Retriever {
  return {
    async retrieve(turns) {
      const question = turns.at(-1)?.text ?? '';
      const found = passages.find(question, { limit: 6 });
      return {
        question,
        passages: found.map(({ path, anchor, title, heading, type, text }) => ({
          url: `${siteUrl}${path}${anchor === null ? '' : `#${anchor}`}`,
          path,
          anchor: anchor ?? '',
          title,
          heading,
          type,
          text: text.slice(0, 1200),
        })),
      };
    },
  };
}
