import { plural } from '#lib/i18n/format.ts';

/** The page `/ask` and the controls of the chat, rendered on the server. */
export const askPageText = {
  title: 'Ask this website',
  description: ({ siteName }: { siteName: string }) =>
    `Ask about the courses, dates, fees and rules of the ${siteName}, and get an answer with its sources.`,
  lead: 'Ask in your own words about courses, dates, fees and rules. Answers are written from the pages of this site, and name them.',
  needsJavaScript: 'Questions need JavaScript, which is off in this browser. You can search without it.',
  launcher: 'Ask',
  launcherHidden: ' this website',
  unavailable: 'Ask in your own words. If a page has the answer, the search quotes it.',
  aboutModel: ({ model }: { model: string }) =>
    `Questions go to a language model (${model}), which can be wrong: check its sources. We keep only the words of questions without an answer, not who asked.`,
  privacy: 'Privacy',
  suggestions: 'You could ask',
  question: 'Your question',
  newConversation: 'New conversation',
  send: 'Send',
  stop: 'Stop',
  announcements: 'Announcements',
  searchInstead: 'Search the site',
  search: 'Search',
  contactLink: 'Contact us',
  contactRest: ' by email or phone: a person answers.',
} as const;

/** Used by the chat's script in the browser. */
export const chatText = {
  title: 'Ask this website',
  close: 'Close',
  questionHeading: 'Question',
  answerHeading: 'Answer',
  tryAgain: 'Try again',
  copyAnswer: 'Copy answer',
  copied: 'Copied.',
  answering: 'Answering.',
  conversationStarted: 'New conversation started.',
  searching: 'Searching the site',
  reading: ({ passages }: { passages: number }) =>
    plural(passages, { one: 'Reading 1 passage', other: `Reading ${passages} passages` }),
  stopped: 'You stopped this answer.',
  cutOff: 'The connection was lost before the answer was complete.',
  noAnswer: 'The language model returned no answer.',
  notAnswered: 'The question could not be answered.',
  retrySoon: 'Try again in a moment.',
  unreachable:
    'We could not reach the site. Your question is still here: check your connection, then send it again.',
  charactersLeft: ({ count }: { count: number }) =>
    plural(count, { one: '1 character left', other: `${count} characters left` }),
  askAgain: ({ wait, time }: { wait: string; time: string }) => `You can ask again in ${wait}, at ${time}.`,
  minutes: ({ count }: { count: number }) => plural(count, { one: 'a minute', other: `${count} minutes` }),
  hours: ({ count }: { count: number }) => `${count} hours`,
  sources: 'Sources',
  otherSources: ({ count }: { count: number }) => `Also read (${count})`,
  relatedPages: 'Pages that may help',
  foundPages: 'Pages found',
  source: ({ number, title }: { number: number; title: string }) => `Source ${number}: ${title}`,
  table: 'Table',
} as const;

/** Text that the site adds to an answer. */
export const chatAnswerText = {
  noPassages: 'The pages of this site don’t seem to answer that.',
  /** Replaces a statement with a number that its passage does not contain. */
  quoteInstead: ({ quote, source }: { quote: string; source: number }) =>
    `The page says: “${quote}” [${source}]`,
  withheldNumber: ({ source }: { source: number }) =>
    `We left out a number here that the page does not state. See [${source}].`,
  nextSteps: ({ searchUrl, contactUrl }: { searchUrl: string; contactUrl: string }) =>
    `You can [search the site](${searchUrl}) or [contact us](${contactUrl}).`,
} as const;

/** Error messages and resolutions of the chat. */
export const chatErrors = {
  noModel: 'This site has no language model to answer questions.',
  atCapacity: 'Too many questions are being answered at the moment.',
  dailyLimit: ({ limit, resetsAt, timeZone }: { limit: number; resetsAt: Date; timeZone: string }) => {
    const day = new Intl.DateTimeFormat('en-GB', { timeZone, day: 'numeric', month: 'long' }).format(
      resetsAt,
    );
    return `This site’s limit of ${limit} answers a day has been reached. You can ask again on ${day} (${timeZone} time).`;
  },
  useSearch: 'GET /api/search?q=... searches the same pages.',
  retryOrUseSearch:
    'Try again when Retry-After has passed; GET /api/search?q=... searches the same pages meanwhile.',
  questionLength: ({ max }: { max: number }) => `A question has 1 to ${max} characters.`,
  askShorter: 'Ask one short question.',
  modelFailures: {
    stopping: 'The site is restarting, so this answer ends here. Please ask again in a moment.',
    busy: 'The language model has more questions than it can answer right now. Please try again in a minute.',
    slow: 'The language model took too long to answer. Please try again.',
    blocked: 'The language model declined to answer this. Please ask in other words, or search the site.',
    'broken-off': 'The answer was cut off before its end. Please try again.',
    refused:
      'The language model does not accept questions from this site at the moment. Please search the site instead.',
    failed: 'The language model is not available at the moment. Please try again later, or search the site.',
  },
} as const;

/** Messages for invalid fields of `POST /api/chat`. */
export const chatFieldErrors = {
  idType: 'Give the id as a string',
  idEmpty: 'Leave the id out or fill it in',
  textOnly: 'Send text parts only',
  textType: 'Give the text as a string',
  partsType: 'Give the parts as a list',
  empty: 'Enter a question',
  tooLong: ({ max }: { max: number }) => `Write at most ${max} characters`,
  answerTooLong: ({ max }: { max: number }) => `Send at most ${max} characters of an answer`,
  role: 'Send messages with the role user or assistant',
  messagesType: 'Give the messages as a list',
  noMessages: 'Send at least one message',
  tooManyMessages: ({ max }: { max: number }) => `Send at most ${max} messages`,
  endWithUser: 'End with a user message',
  uniqueIds: 'Give each message a unique id',
} as const;
