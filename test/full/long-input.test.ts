import { expect, test } from 'vitest';
import { toSafePath } from '#lib/auth/safe-path.ts';
import { parseCookies } from '#lib/auth/cookies.ts';
import { readTokenizer } from '#lib/retrieval/encoder/word-piece.ts';
import { requireQuestion } from '#lib/chat/request.ts';
import { createMarkdownSanitizer } from '#lib/chat/markdown-sanitizer.ts';
import { negotiate } from '#lib/delivery/accept.ts';
import { parseTarget, withoutPageSuffix } from '#lib/delivery/request-path.ts';
import { chooseCoding } from '#lib/delivery/content-coding.ts';
import { evaluateConditions } from '#lib/http/conditions.ts';
import { createFormSchema } from '#lib/forms/form-schema.ts';
import { registrationForm } from '#lib/forms/registration-form.ts';
import { signupForm } from '#lib/forms/signup-form.ts';
import { requireOwnOrigin } from '#lib/http/own-origin.ts';
import { createClientAddress } from '#lib/http/client-address.ts';
import { readJson } from '#lib/http/read-json.ts';
import { addSynonyms, readSynonyms } from '#lib/i18n/synonyms.ts';
import { normaliseAsked } from '#lib/insights/normalise.ts';
import { sitePathOf } from '#lib/mcp/site-path.ts';
import { parseSearchQuery } from '#lib/search/query.ts';
import { parseQuery } from '#lib/search/query-parts.ts';
import { csvLine } from '#lib/staff/csv.ts';
import { parseMarkdown } from '#components/chat/parse-markdown.ts';
import { diffTexts } from '#lib/editing/review/diff.ts';
import { mergeTexts } from '#lib/editing/merge.ts';
import { findPictureUses } from '#lib/editing/picture-uses.ts';
import { keepRelativeTargets, replaceLinks } from '#lib/editing/moved-links.ts';
import { readYamlFile } from '#lib/content/checking/check-front-matter.ts';

const origin = 'https://www.example.org';
const clientAddress = createClientAddress({ trustedProxies: ['loopback'] });
const registration = createFormSchema(registrationForm, {
  studentNumber: { pattern: /^LK\d{6}$/, example: 'LK204816' },
});
const signup = createFormSchema(signupForm);
const synonyms = readSynonyms(['gubbins, borehole > well']);
const tokenizer = readTokenizer(
  JSON.stringify({
    normalizer: { type: 'BertNormalizer', lowercase: true },
    model: {
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      vocab: { '[UNK]': 0, '[CLS]': 1, '[SEP]': 2, a: 3 },
    },
  }),
);

/** All functions that parse text from a client, the model or an editor. */
const readers: Record<string, (text: string) => unknown> = {
  'the Accept header': negotiate,
  'the Accept-Encoding header': chooseCoding,
  'the If-None-Match header': (text) =>
    evaluateConditions((name) => (name === 'if-none-match' ? text : undefined), { etag: '"a"' }),
  'a request target': (text) => parseTarget(`/${text}`, origin),
  'an address without its ending': (text) => withoutPageSuffix(`/${text}`),
  'a return address': (text) => toSafePath(`/${text}`, origin),
  'an address for the MCP tool': (text) => sitePathOf(text, origin),
  'the Cookie header': parseCookies,
  'the Origin header': (text) =>
    attempt(() => requireOwnOrigin({ headers: headersOf({ origin: `http://${text}`, host: text }) }, origin)),
  'X-Forwarded-For': (text) => clientAddress('127.0.0.1', { 'x-forwarded-for': text }),
  Forwarded: (text) => clientAddress('127.0.0.1', { forwarded: `for=${text}` }),
  'search parameters': (text) =>
    attempt(() => parseSearchQuery(new URL(`${origin}/api/search?q=${encodeURIComponent(text)}`))),
  'the words of a query': parseQuery,
  'a question': (text) => attempt(() => requireQuestion(text)),
  'a question for the usage statistics': normaliseAsked,
  'a question with synonyms': (text) => addSynonyms(text, synonyms),
  'the tokens of a question': (text) => tokenizer.encode(text, { max: 128, keep: 'end' }),
  'the fields of a registration': (text) => registration.safeParse(registrationOf(text)),
  'the fields of a sign-up': (text) => signup.safeParse({ email: text, name: text, interests: [text] }),
  'a cell of an export': (text) => csvLine([text]),
  'the answer of the model': cleanAnswer,
  'the answer on the page': (text) => parseMarkdown(text, { origins: [origin], sources: [] }),
  'an entry that is compared': (text) => diffTexts(text, `${text.slice(1)}b`),
  'an entry that is merged': (text) =>
    mergeTexts({ base: text, mine: `${text.slice(1)}a`, theirs: `b${text}` }),
  'an entry with pictures': (text) => findPictureUses('pages/a.mdx', text),
  'an entry with links': (text) => replaceLinks(text, 'pages/a.mdx', { from: '/b', to: '/c' }),
  'an entry that is moved': (text) => keepRelativeTargets(text, 'pages/a.mdx', 'handbook/b/a.mdx'),
  'a settings file': readYamlFile,
  'the answer while it streams': (text) =>
    parseMarkdown(text, { origins: [origin], sources: [] }, { isOpen: true }),
};

const units = [
  ...' \n\t"\'\\/.,;:=%&@#!?-+*_~^|`$()[]{}<>a0Aé\u0301【\u{1F600}'.match(/./gsu)!,
  ...[
    '1 ',
    '1,',
    'a ',
    'a@',
    'a.',
    'A’',
    'A-',
    'Ab ',
    'of ',
    '](',
    '[](',
    '[a](',
    '[a](b ',
    '![',
    '[[1]',
    '[1',
    '\\[',
    '\\\\"',
    '"\\',
    'q=',
    ',;',
  ],
  ...[
    'for=',
    '";',
    'text/html;q=',
    '[ ',
    '[x](/y ',
    'at dot ',
    '.1',
    'a=b;',
    '%2',
    '%25',
    '//',
    '/..',
    '-|',
    '|-',
    '- ',
    '> ',
    '1. ',
    '**',
    '*a',
    '_a*',
    '``',
    '&#',
    '<a',
    'www.',
  ],
  ...[
    'http://',
    // Alternating marks of two combining classes, which normalisation reorders.
    '\u0301\u0316',
    '\u0301\uFF9E',
    '%CC%81%CC%96',
    '\u1100\u1161\u11A8',
    '\u0E01',
    'xn--a.',
    '://',
    'at ',
    ' dot ',
    '@ ',
    '1-',
    '\n\n',
    '\n- ',
    '[z. ',
    '&a @ [',
    '\0T<<: \t [F4',
    '}',
    '[}',
    "'}",
    '% ',
    '\n> ',
    '\n|',
    ' | ',
    '[a',
    '](a',
    '(a',
    'source ',
  ],
];

/** In characters: the size of a request body, or of a model's answer, which takes more work to parse. */
const sizeOf = (name: string) => (name.startsWith('the answer') ? 8_192 : 65_536);

test.each(Object.entries(readers))('%s is read in linear time', (name, read) => {
  const slow: string[] = [];

  for (const unit of units) {
    for (const end of ['', 'x']) {
      if (growsTooFast(read, (share) => unit.repeat((sizeOf(name) * share) / unit.length) + end))
        slow.push(unit + end);
    }
  }

  expect(slow).toEqual([]);
});

/** A text of four times the length takes four times as long in linear time, and sixteen times in quadratic time. */
function growsTooFast(read: (text: string) => unknown, make: (share: number) => string): boolean {
  const [short, long] = [make(1 / 4), make(1)];
  if (cpuOf(() => read(long)) < 250) return false;
  const minCpu = (text: string) => Math.min(...[1, 2, 3].map(() => cpuOf(() => read(text))));
  return minCpu(long) > 8 * Math.max(3, minCpu(short));
}

function cpuOf(run: () => unknown): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function cleanAnswer(text: string): string {
  const safe = createMarkdownSanitizer({
    sourceCount: 5,
    siteUrl: origin,
    passages: ['See https://example.com/a.'],
  });
  return safe.push(text) + safe.end();
}

function registrationOf(text: string) {
  const line = text.slice(0, 8_192);
  return { studentNumber: line, givenName: line, email: line, courses: [text], note: text };
}

/** A stub for `Headers` that accepts any text. */
function headersOf(values: Record<string, string>): Headers {
  return { get: (name: string) => values[name] ?? null } as unknown as Headers;
}

function attempt(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error;
  }
}

test('a content type with long parameters is read in linear time', () => {
  const bodyless = (type: string) =>
    new Request(origin, { method: 'POST', headers: { 'Content-Type': type } });
  const read = (type: string) => readJson(bodyless(type), signup, { maxBytes: 10 }).catch(String);
  const slow: string[] = [];

  for (const unit of [' ', '"', '=', ';', 'charset=', 'charset = " ']) {
    const make = (share: number) =>
      `application/json; charset=${unit.repeat((65_536 * share) / unit.length)}x`;
    if (growsTooFast(read, make)) slow.push(unit);
  }

  expect(slow).toEqual([]);
});
