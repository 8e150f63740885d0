import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from '#test/random.ts';

export type HostileRequest = {
  method?: 'GET' | 'POST';
  path: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
};

/** Makes a different request for each random sequence, so that no cache answers it. */
type MakeRequest = (random: Random) => HostileRequest;

type HostileRoute = {
  name: string;
  usual: MakeRequest;
  /** The most expensive known requests, by name. */
  worst: Readonly<Record<string, MakeRequest>>;
};

/** Returns the next piece of a text. @param length the length of the whole text */
type Writer = (random: Random, length: number) => string;

const json = { 'Content-Type': 'application/json' };
const urlEncoded = { 'Content-Type': 'application/x-www-form-urlencoded' };
const mcp = { ...json, Accept: 'application/json, text/event-stream' };
const formBytes = 32_700;
const chatBytes = 65_500;
/** The longest text of one field of a form, in UTF-16 units. */
const formText = 16_300;
const longestTarget = 8_000;
const longestHeader = 14_000;
const encode = encodeURIComponent;

const letters = [...'abcdefghijklmnopqrstuvwxyz'];
const questions = ['How do I register?', 'When does the term start?', 'What does the course cost?'];
const words = ['soil', 'water', 'fees', 'exam', 'field work'];
const siteWords = readSiteWords('src/content');

/** Marks in descending order of combining class. Normalisation reverses them, which is its worst case. */
const descendingMarks = [...'\u0345\u035D\u035C\u0315\u0301\u0316\u031B\u0327\u0334'];

const marks: Writer = (_random, length) =>
  descendingMarks.map((mark) => mark.repeat(Math.ceil(length / descendingMarks.length))).join('');
const halfwidthMarks: Writer = () => '\u0301\uFF9E';
const knownWords: Writer = (random) => `${pick(siteWords, random)} `;
const mistypedWords: Writer = (random) => `${mistype(pick(siteWords, random), random)} `;
const punctuation: Writer = (random) => pick([...'!?.,;:()'], random);
const phrases: Writer = (random) => `"${pick(siteWords, random)} ${pick(siteWords, random)}" `;
const singleLetters: Writer = (random) => `${pick(letters, random)} `;
const ideographs: Writer = (random) => String.fromCodePoint(0x4e00 + Math.floor(random() * 20_000));
const thai: Writer = (random) => String.fromCodePoint(0x0e01 + Math.floor(random() * 46));
const hangul: Writer = () => '\u1100\u1161\u11A8';

const registration = {
  studentNumber: 'LK000001',
  givenName: 'Ana',
  familyName: 'Ng',
  email: 'ana@example.org',
  term: 'none',
  courses: ['SOIL101'],
};
const application = {
  program: 'none',
  givenName: 'Ana',
  familyName: 'Ng',
  email: 'ana@example.org',
  qualifications: 'Four years on a farm',
  consent: 'yes',
};
const signup = { email: 'ana@example.org', name: 'Ana' };

/** The routes that accept text from anonymous clients. If you find a more expensive request, add it. */
export const hostileRoutes: readonly HostileRoute[] = [
  {
    name: 'GET /api/search',
    usual: (random) => get(`/api/search?q=${encode(numbered(words, random))}`),
    worst: {
      'words of the site': text([knownWords], 200, (q) => get(`/api/search?q=${encode(q)}&limit=50`)),
      'most types': () => get(`/api/search?q=soil${'&type=x'.repeat(1_100)}`),
    },
  },
  {
    name: 'GET /search',
    usual: (random) => get(`/search?q=${encode(numbered(words, random))}`),
    worst: {
      'single letters': text([singleLetters], 200, (q) => search(`q=${encode(q)}`, 'Accept-Encoding: br')),
      'mistyped words': text([mistypedWords], 200, (q) => search(`q=${encode(q)}`, 'Accept-Encoding: br')),
    },
  },
  {
    name: 'GET /search as Markdown',
    usual: (random) => search(`q=${encode(numbered(words, random))}`, 'Accept: text/markdown'),
    worst: {
      'single letters, 50 results': text([singleLetters], 200, (q) =>
        search(`q=${encode(q)}&limit=50`, 'Accept: text/markdown'),
      ),
    },
  },
  {
    name: 'GET /courses/find',
    usual: (random) => get(`/courses/find?q=${encode(pick(words, random))}`),
    worst: {
      'every filter, nothing found': () =>
        get('/courses/find?q=none&day=sun&mode=online&time=evening&level=4&credits=10&price=1&seats=1'),
      'q of marks': target('/courses/find?q='),
    },
  },
  {
    name: 'GET /courses/compare',
    usual: () => get('/courses/compare?code=SOIL101&code=HYD101'),
    worst: { 'most codes': () => get(`/courses/compare?${'code=A,B&'.repeat(800)}`) },
  },
  {
    name: 'GET /programs/compare',
    usual: () => get('/programs/compare?program=masters-land-and-water'),
    worst: { 'most programmes': () => get(`/programs/compare?${'program=a,b&'.repeat(600)}`) },
  },
  {
    name: 'POST /api/chat',
    usual: (random) => chat([numbered(questions, random)]),
    worst: {
      '15 questions of marks': text([marks], 1_990, (question) =>
        fitting(question, (fits) => chat(Array<string>(15).fill(fits)), chatBytes),
      ),
      'a question in Thai': text([thai], 2_000, (question) => chat([question])),
      'follow-ups of punctuation': text([punctuation], 7_600, followUps),
      'follow-ups in Thai and Hangul': text([thai, hangul], 7_600, followUps),
      'most user messages': () => list('/api/chat', 'messages', '{"role":"user"}', chatBytes),
    },
  },
  {
    name: 'GET /ask',
    usual: (random) => get(`/ask?q=${encode(pick(questions, random))}`),
    worst: { 'most codings': () => header('/ask', 'Accept-Encoding', 'a;q=0.5,') },
  },
  {
    name: 'POST /mcp search',
    usual: (random) => callTool('search', { query: numbered(words, random) }),
    worst: {
      'too long a query of marks': text([marks], 20_000, (query) => callTool('search', { query })),
      phrases: text([phrases], 200, (query) => callTool('search', { query, limit: 50 })),
    },
  },
  {
    name: 'POST /mcp read_page',
    usual: () => callTool('read_page', { url: '/courses' }),
    worst: {
      'a host name of ideographs': text([ideographs], 1_900, (host) =>
        callTool('read_page', { url: `http://${host}/` }),
      ),
      'too long a host name of marks': text([marks], 20_000, (host) =>
        callTool('read_page', { url: `http://${host}/` }),
      ),
    },
  },
  {
    name: 'POST /mcp resources/read',
    usual: () => callMcp('resources/read', { uri: 'http://localhost:4321/courses.md' }),
    worst: {
      'a host name of marks': text([marks], 8_180, (host) =>
        callMcp('resources/read', { uri: `http://${host}/` }),
      ),
      'encoded marks in the host': () =>
        callMcp('resources/read', { uri: `http://${'%CC%81%CC%96'.repeat(5_000)}/` }),
      'a long cursor': () => callMcp('resources/list', { cursor: 'L'.repeat(60_000) }),
    },
  },
  {
    name: 'POST /mcp ask',
    usual: (random) => callTool('ask', { question: numbered(questions, random) }),
    worst: {
      'a question in Thai': text([thai], 2_000, (question) => callTool('ask', { question })),
      'too long a question of marks': text([marks], 20_000, (question) => callTool('ask', { question })),
    },
  },
  {
    name: 'POST /api/email-marketing-signup',
    usual: (random) => post('/api/email-marketing-signup', { ...signup, email: `a${random()}@example.org` }),
    worst: {
      'a name of marks': jsonField([marks], '/api/email-marketing-signup', (name) => ({ ...signup, name })),
      'an email address of marks': jsonField([marks], '/api/email-marketing-signup', (host) => ({
        email: `a@${host}.org`,
      })),
      'interests of halfwidth marks': jsonField([halfwidthMarks], '/api/email-marketing-signup', (fits) => ({
        ...signup,
        interests: split(fits, 20),
      })),
      'most interests': () => list('/api/email-marketing-signup', 'interests', '0'),
    },
  },
  {
    name: 'POST /newsletter',
    usual: (random) => postForm('/newsletter', [['email', `a${random()}@example.org`]]),
    worst: {
      'a name of marks': formField('/newsletter', 'name'),
      'most fields': () => mostFields('/newsletter'),
    },
  },
  {
    name: 'POST /api/course-registration',
    usual: () => post('/api/course-registration', registration),
    worst: {
      'a note of marks': jsonField([marks], '/api/course-registration', (note) => ({
        ...registration,
        note,
      })),
      'a family name of marks': jsonField([marks], '/api/course-registration', (familyName) => ({
        ...registration,
        familyName,
      })),
      'most courses': () => list('/api/course-registration', 'courses', '""'),
    },
  },
  {
    name: 'POST /register',
    usual: () =>
      postForm(
        '/register',
        Object.entries(registration).map(([name, value]) => [name, String(value)]),
      ),
    worst: {
      'a note of marks': formField('/register', 'note'),
      'most fields': () => mostFields('/register'),
    },
  },
  {
    name: 'GET /register',
    usual: () => get('/register'),
    worst: { 'most courses': () => get(`/register?course=${'A,'.repeat(3_900)}`) },
  },
  {
    name: 'POST /api/application',
    usual: () => post('/api/application', application),
    worst: {
      'qualifications of marks': jsonField([marks], '/api/application', (qualifications) => ({
        ...application,
        qualifications,
      })),
      'courses of marks': jsonField([marks], '/api/application', (fits) => ({
        ...application,
        courses: split(fits, 8),
      })),
    },
  },
  {
    name: 'POST /apply',
    usual: () => postForm('/apply', Object.entries(application)),
    worst: {
      'qualifications of marks': formField('/apply', 'qualifications'),
      'most fields': () => mostFields('/apply'),
    },
  },
  {
    name: 'GET /apply',
    usual: () => get('/apply'),
    worst: {
      'most courses': () => get(`/apply?course=${'A,'.repeat(3_900)}`),
      'most parameters': () => get(`/apply?${'course=SOIL101&'.repeat(530)}`),
    },
  },
  {
    name: 'GET /register/received',
    usual: () => get('/register/received?receipt=R-7K3M-9QXD.x.y.z.a'),
    worst: { 'a receipt of marks': target('/register/received?receipt=') },
  },
  {
    name: 'GET and POST /newsletter/confirm',
    usual: () => get('/newsletter/confirm?token=a.b.c'),
    worst: {
      'a posted token of marks': text([marks], 1_300, (token) =>
        postForm(`/newsletter/confirm?token=${encode(token)}`.slice(0, longestTarget), []),
      ),
    },
  },
  {
    name: 'GET and POST /staff/*',
    usual: () => get('/staff'),
    worst: {
      'a posted 64 kB': () => post('/staff/registrations', 'a&'.repeat(32_000), urlEncoded),
      'a long session cookie': () => longSessionCookie('/staff'),
      'a callbackUrl of marks': text([marks], 800, (path) =>
        get(`/staff/sign-in?callbackUrl=/${encode(path)}`),
      ),
    },
  },
  {
    name: 'GET and POST /api/auth/*',
    usual: () => get('/api/auth/csrf'),
    worst: {
      'most interests': () => list('/api/auth/signout', 'interests', '0', 8_100),
      'a long session cookie': () => longSessionCookie('/api/auth/session'),
      'most session cookies': () => header('/api/auth/session', 'Cookie', 'authjs.session-token=a.b.c.d;'),
    },
  },
  {
    name: 'GET /openapi.json',
    usual: () => get('/openapi.json'),
    worst: {
      'a long Host': () => get('/openapi.json', { Host: `${'xn--a.'.repeat(2_000)}org` }),
      'most entity tags': () => header('/openapi.json', 'If-None-Match', 'W/"a",'),
    },
  },
  {
    name: 'GET pages and missing pages',
    usual: () => get('/courses'),
    worst: {
      'most ranges in Accept': () => header('/courses', 'Accept', 'a/b;q=0.1,'),
      'encoded marks': () => encodedMarks('/courses/'),
      'most byte ranges': () => get('/courses', { Range: `bytes=${'0-1,'.repeat(3_000)}0-1` }),
    },
  },
  {
    name: 'GET /api/{unknown}',
    usual: () => get('/api/nothing'),
    worst: {
      'encoded marks': () => encodedMarks('/api/'),
      'deepest lists': () => {
        const depth = formBytes / 2 - 10;
        return post('/api/nothing', `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`);
      },
      'a POST with a long Host': () =>
        post('/api/nothing', '{}', { ...json, Host: `${'xn--a.'.repeat(2_000)}org` }),
    },
  },
];

/** A request with a text of `length` UTF-16 units, in a random mixture of the writers. */
function text(
  writers: readonly Writer[],
  length: number,
  request: (text: string) => HostileRequest,
): MakeRequest {
  return (random) => {
    let written = '';
    while (written.length < length) written += pick(writers, random)(random, length);
    return request(written.slice(0, length).toWellFormed());
  };
}

/** A request whose path ends with encoded marks. */
function target(path: string): MakeRequest {
  return text([marks], 1_300, (value) => get((path + encode(value)).slice(0, longestTarget)));
}

function jsonField(
  writers: readonly Writer[],
  path: string,
  makeBody: (text: string) => object,
): MakeRequest {
  return text(writers, formText, (value) => fitting(value, (fits) => post(path, makeBody(fits))));
}

/** Does not percent-encode letters and marks, so more of them fit. */
function formField(path: string, name: string): MakeRequest {
  return text([marks], formText, (value) =>
    fitting(value, (fits) => post(path, `${name}=${fits.replace(/[^\p{L}\p{M}]/gu, encode)}`, urlEncoded)),
  );
}

/** Makes a request with as much of the text as fits into the body limit. */
function fitting(
  value: string,
  request: (text: string) => HostileRequest,
  maxBytes: number = formBytes,
): HostileRequest {
  let made = request(value);
  for (let length = value.length; Buffer.byteLength(made.body ?? '') > maxBytes; length *= 0.95) {
    made = request(value.slice(0, length).toWellFormed());
  }
  return made;
}

function get(path: string, headers: Record<string, string> = {}): HostileRequest {
  return { path, headers };
}

function post(path: string, body: unknown, headers: Record<string, string> = json): HostileRequest {
  return { method: 'POST', path, headers, body: typeof body === 'string' ? body : JSON.stringify(body) };
}

function postForm(path: string, pairs: readonly (readonly [string, string])[]): HostileRequest {
  return post(path, new URLSearchParams(pairs.map(([name, value]) => [name, value])).toString(), urlEncoded);
}

function search(query: string, line: string): HostileRequest {
  const [name = '', value = ''] = line.split(': ');
  return get(`/search?${query}`, { [name]: value });
}

/** A conversation with one user turn per text and an answer between them. */
function chat(texts: readonly string[]): HostileRequest {
  const messages = texts.flatMap((each, at) => [
    ...(at === 0 ? [] : [{ role: 'assistant', parts: [{ type: 'text', text: 'See Soil Science.' }] }]),
    { role: 'user', parts: [{ type: 'text', text: each }] },
  ]);
  return post('/api/chat', { id: 'c', messages });
}

function followUps(value: string): HostileRequest {
  return chat(split(value, 4).map((part, at) => (at === 0 ? part : `and ${part}`)));
}

function callMcp(method: string, params: object): HostileRequest {
  return post('/mcp', { jsonrpc: '2.0', id: 1, method, params }, mcp);
}

function callTool(name: string, parameters: object): HostileRequest {
  return callMcp('tools/call', { name, arguments: parameters });
}

/** A JSON body with a list of as many equal values as fit. */
function list(path: string, member: string, value: string, bytes = formBytes): HostileRequest {
  const [start, end] = [`{"${member}":[`, `${value}]}`];
  const count = Math.floor((bytes - start.length - end.length) / (value.length + 1));
  return post(path, start + `${value},`.repeat(count) + end);
}

function mostFields(path: string): HostileRequest {
  return post(path, 'a&'.repeat(formBytes / 2), urlEncoded);
}

function header(path: string, name: string, piece: string): HostileRequest {
  return get(path, { [name]: piece.repeat(Math.floor(longestHeader / piece.length)) });
}

function longSessionCookie(path: string): HostileRequest {
  return get(path, { Cookie: `authjs.session-token=eyJhbGciOiJkaXIifQ..${'A'.repeat(longestHeader - 100)}` });
}

function encodedMarks(prefix: string): HostileRequest {
  const piece = '%CC%81%CC%96';
  return get(prefix + piece.repeat(Math.floor((longestTarget - prefix.length) / piece.length)));
}

function split(value: string, count: number): string[] {
  const size = Math.ceil(value.length / count);
  return Array.from(
    { length: count },
    (_, at) => value.slice(at * size, (at + 1) * size).toWellFormed() || 'a',
  );
}

/** Returns a text that no earlier request contained. */
function numbered(texts: readonly string[], random: Random): string {
  return `${pick(texts, random)} ${Math.floor(random() * 1e6)}`;
}

function pick<Value>(values: readonly Value[], random: Random): Value {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new Error('the list is empty');
  return value;
}

function mistype(word: string, random: Random): string {
  const at = 1 + Math.floor(random() * (word.length - 1));
  return word.slice(0, at) + pick(letters, random) + word.slice(at + 1);
}

function readSiteWords(folder: string): string[] {
  const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.mdx?$/.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8').toLowerCase());
  return [...new Set(texts.flatMap((each) => each.match(/\b[a-z]{4,}\b/g) ?? []))].sort();
}
