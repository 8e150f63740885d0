import type { LimitName } from '#lib/http/limits.ts';

/** The page /developers. Texts with `code` and [links](/path) are rendered by InlineMarkdown.astro. */
export const developersText = {
  title: 'For developers',
  breadcrumb: 'Developers',
  description:
    'What this site offers to programs: every page as Markdown, a search API, answers to questions, forms, an MCP server and documents that describe them.',
  lead: 'Everything that people read here, programs can read too. You need no account and no API key: copy an example, run it and change it.',
  headings: {
    overview: 'Overview',
    markdown: 'Pages as Markdown',
    search: 'Search',
    questions: 'Questions and answers',
    mcp: 'MCP',
    forms: 'Forms',
    browser: 'WebMCP in the browser',
    errors: 'Errors',
    limits: 'Rate limits',
    documents: 'Documents',
  },
} as const;

export const overviewText = {
  columns: ['What', 'Where', 'Description'],
  rows: [
    ['[Markdown](#markdown)', '`/courses.md`', 'Each page as plain text, without menus and scripts.'],
    ['[Search](#search)', '`GET /api/search`', 'Pages and sections that match, as JSON.'],
    [
      '[Answers](#questions)',
      '`POST /api/chat`',
      'Questions answered from the pages, with sources. Not every site offers it.',
    ],
    ['[MCP](#mcp)', '`POST /mcp`', 'Search, pages and answers as tools for a language model.'],
    [
      '[Forms](#forms)',
      '`POST /api/course-registration`',
      'Course registrations, applications, questions and newsletter sign-ups.',
    ],
  ],
  reference: ({ openApi }: { openApi: string }) =>
    `Begin with the [first steps](/developers/first-steps). The [API reference](/developers/reference) lists every address and sends requests for you. Programs read the same in [openapi.json](${openApi}).`,
} as const;

export const markdownText = {
  byAccept: 'Request Markdown at the address of the page:',
  byAddress: ({ llms }: { llms: string }) =>
    `Or add \`.md\` to the address. Any cache may store that form. [llms.txt](${llms}) lists all of them.`,
  inTypeScript: 'In TypeScript:',
  revalidate:
    'If you fetch a page often, keep its ETag. If the page has not changed, the response is 304 without a body:',
} as const;

export const searchApiText = {
  intro: 'The search matches the beginnings of words, and phrases in “quotes”. It corrects typing mistakes.',
  parametersCaption: 'Search parameters',
  parameterColumns: ['Parameter', 'What it does'],
  required: ', required',
  bounds: ({ minimum, maximum, preset }: { minimum: number; maximum: number; preset: string }) =>
    `Takes ${minimum} to ${maximum}; the default is ${preset}.`,
  values: ({ names }: { names: readonly string[] }) => `Takes ${names.join(', ')}.`,
  tryIt: 'Try it',
  inTypeScript: 'In TypeScript',
  answer:
    'An `excerpt` is HTML with `<mark>` as its only element. If nothing matches the query as typed, `correction` is the query that was used instead.',
  answered:
    'A question may have an `answer`: a fact or a sentence, quoted as it stands on the page, with a `url` that marks it there. It is null if no page surely answers the question. `unrelated` is true if the site seems to have no page about the query, and `unknownWords` are the words that no page has.',
  facts:
    'A course, programme, event or person has `facts`, as the site shows them today: `fee`, `nextStart`, `days`, `place` and `seatsFree` of a course, `award`, `length` and `fee` of a programme, `date`, `place` and `isPast` of an event, and `role` of a person. A fact that is not known is left out.',
} as const;

/** Used by a client script. */
export const trySearchText = {
  label: 'Try the search',
  send: 'Send',
  requestsLeft: ({ count }: { count: string }) => `${count} requests left`,
  failed: 'The search could not be reached. Try again in a minute.',
} as const;

export const questionsText = {
  intro:
    'Where the institute has switched it on, a language model answers questions from these pages and names its sources. The response is a stream of events in the format of the AI SDK’s `useChat`: first the sources, then the text. Where it is off, the response is the error `CHAT_UNAVAILABLE`.',
  bounds: ({ maxMessages, maxQuestionLength }: { maxMessages: number; maxQuestionLength: number }) =>
    `A conversation has at most ${maxMessages} messages, and a question at most ${maxQuestionLength} characters. In TypeScript:`,
} as const;

export const mcpText = {
  intro: ({ url, versions }: { url: string; versions: readonly string[] }) =>
    `The MCP server is at \`${url}\` (streamable HTTP, protocol versions ${versions.join(', ')}). Its tools are \`search\` and \`read_page\`, and \`ask\` where questions are answered. It has no sessions, so one request is enough:`,
  officialClient: 'Or with the official client:',
  clients: 'Set up a client',
  inFile: ({ file }: { file: string }) => `In \`${file}\`:`,
  addressAlone: ({ url }: { url: string }) =>
    `Clients that need only an address, such as Claude’s connectors, take \`${url}\`. The server card describes the server before you connect:`,
} as const;

export const formsApiText = {
  intro: ({ maxKibibytes }: { maxKibibytes: number }) =>
    `\`POST /api/course-registration\`, \`POST /api/application\`, \`POST /api/enquiry\` and \`POST /api/email-marketing-signup\` take JSON of at most ${maxKibibytes} KiB. openapi.json describes the bodies, each with an example that is accepted on the day you read it.`,
  forPeople:
    'Send a form only for a person who has seen what is in it. The same registration, application or question sent again within a day is stored once and keeps its reference.',
  webMcp:
    'Every page offers WebMCP tools to browsers that have `document.modelContext`: `search`, `open_page`, `fill_registration_form`, `fill_application_form` and `fill_enquiry_form`. The last three fill in a form; the person sends it.',
} as const;

export const errorsText = {
  intro:
    'Every error below `/api` has the same form: a code for programs, a message and a resolution for people. Forms add `fields`.',
  caption: 'Error codes',
  columns: ['Code', 'Status', 'When', 'What to do'],
  client: 'A small client that waits when it is rate limited:',
} as const;

const perClient = 'Requests are counted by IPv4 address or IPv6 /64 network.';
const retryAfter = 'status 429, with the seconds to wait in `Retry-After`';

export const limitsText = {
  intro: `${perClient} \`RateLimit\` and \`X-RateLimit-Remaining\` say how many are left. A request over the limit gets ${retryAfter}. Prerendered pages and their Markdown are not limited.`,
  needMore: ({ email }: { email: string }) =>
    `Do you need more? Write to [${email}](mailto:${email}). Say what you are building and how many requests it needs. [Authentication](/auth) explains why no key helps.`,
  caption: 'Limits per client',
  columns: ['What', 'Requests', 'In'],
  titles: {
    search: 'Searches',
    mcp: 'Requests to the MCP server',
    chat: 'Questions, including those of the MCP tool ask',
    registration: 'Course registrations',
    application: 'Applications',
    enquiry: 'Enquiries',
    signup: 'Newsletter sign-ups',
    pages: 'Pages, documents and sign-in steps made on demand, together',
    staff: 'Requests of one staff session to the staff pages',
    signIn: 'Staff sign-in requests to the directory',
  } satisfies Record<LimitName, string>,
} as const;

export const authenticationDocument = '[Authentication](/auth), also as Markdown at [/auth.md](/auth.md)';

/** The page /developers/first-steps. Its text is in the page, which is MDX. */
export const firstStepsText = {
  title: 'First steps',
  description:
    'Four requests that show what programs can do with this site: find a page, read it, keep it up to date.',
} as const;

/** The page /developers/reference. */
export const referenceText = {
  title: 'API reference',
  description: ({ name }: { name: string }) =>
    `Every address of the ${name}’s API, with its parameters, responses, errors and limits, to read and to try.`,
  lead: 'Every address of the API with its parameters, responses, errors and limits. “Try it out” sends a request to this site and shows the response.',
  sources: ({ openApi }: { openApi: string }) =>
    `All of it is in [openapi.json](${openApi}) (OpenAPI 3.1), for your own viewer or client generator. [For developers](/developers) has examples to start with.`,
  loading: 'The viewer needs JavaScript and may take a few seconds. openapi.json has the same content.',
} as const;

type AuthFacts = { siteUrl: string; contactEmail: string; name: string };

/** The page /auth. */
export const authenticationText = {
  title: 'Authentication',
  heading: 'Authentication (auth.md)',
  description:
    'For agents and integrators: the public API needs no account and no key. How staff sign in, and how to ask for more.',
  lead: 'This page is for agents, and for people who connect programs to this site. You need no account, key or token, and none are issued.',
  sections: ({ siteUrl, contactEmail, name }: AuthFacts) => ({
    open: {
      heading: 'What is open',
      text: `All pages, their Markdown, the search, the MCP server and the forms’ API are public. Send requests as [openapi.json](${siteUrl}/openapi.json) describes them, without an \`Authorization\` header. If you send one, it is ignored.`,
    },
    registration: {
      heading: 'There is nothing to register',
      text: 'There is no registration for agents or clients, no client identifier, no API key and no way to act on behalf of another person. No address of this site issues or accepts OAuth tokens; the OAuth documents under `/.well-known` say the same in their own format. If a request is refused, a credential will not help.',
    },
    limits: {
      heading: 'Limits',
      text: `${perClient} Responses say how many are left. A request over the limit gets ${retryAfter}.`,
    },
    challenges: {
      heading: 'Challenges',
      text: 'A form may require a challenge that only a person can solve. `GET /api/challenge/required` says whether it does. If so, an agent leaves the form to the person it works for.',
    },
    staff: {
      heading: 'How staff sign in',
      text: 'Members of staff sign in at `/staff` with their account in the institute’s own directory, over OpenID Connect in a browser. The session is a cookie in that browser. It opens the staff pages and no part of the public API, and agents must not ask for it. Without a configured directory, staff sign-in is off.',
    },
    more: {
      heading: 'If you need more',
      text: `Write to [${contactEmail}](mailto:${contactEmail}) for higher limits or other data. Say who you are, what you are building and how many requests you need. The ${name} decides case by case. The page [for developers](/developers) describes what the API offers.`,
    },
  }),
} as const;
