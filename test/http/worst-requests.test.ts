import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRandom } from '#test/random.ts';
import { findCandidate } from '../../bench/worst/candidates.ts';
import { routes } from '../../bench/worst/routes.ts';
import { startWorstServer, type WorstServer } from '../../bench/worst/server.ts';
import { builtSite } from './forms-site.ts';

/**
 * Maximum CPU time of the worst request, as a multiple of a normal one. A normal request with a text costs about 2 ms,
 * so this equals the budget of 50 ms. `npm run bench -- worst` finds at most 13 times. Without limits on lengths and
 * combining marks it was 31 to 125 times.
 */
const maxRatio = 25;

/** Minimum CPU time of a normal request in milliseconds. Shorter ones are too imprecise as a base. */
const leastUsual = 1;

/** The most expensive known inputs, by the names that the benchmark prints. Add those that it finds. */
const worstInputs: Readonly<Record<string, readonly string[]>> = {
  'GET /api/search': ['q, 50 results: words of the site', 'most types'],
  'GET /search': ['q: single letters', 'q: words of the site, mistyped'],
  'GET /search as Markdown': ['q, 50 results: single letters'],
  'GET /courses/find': ['every filter, nothing found', 'q: marks of falling classes'],
  'GET /courses/compare': ['most codes'],
  'POST /api/chat': [
    '15 times a question: marks of falling classes',
    'one question: Thai without spaces',
    'follow-ups: punctuation, a token each',
    'follow-ups: Thai without spaces + Hangul letters',
    'most user messages',
  ],
  'GET /ask': ['most codings'],
  'POST /mcp search': ['too long a query: marks of falling classes', 'query: phrases in quotes'],
  'POST /mcp read_page': ['host: ideographs never seen', 'too long: marks of falling classes'],
  'POST /mcp resources/read': [
    'host: marks of falling classes',
    'encoded marks in the host',
    'a long cursor',
  ],
  'POST /mcp ask': ['question: Thai without spaces', 'too long a question: marks of falling classes'],
  'POST /api/email-marketing-signup': [
    'name: marks of falling classes',
    'email: marks of falling classes',
    'interests: halfwidth sound marks',
    'most interests',
  ],
  'POST /newsletter': ['name: marks of falling classes', 'most pairs'],
  'POST /api/course-registration': [
    'note: marks of falling classes',
    'familyName: marks of falling classes',
    'most courses',
  ],
  'POST /register': ['note: marks of falling classes', 'most pairs'],
  'GET /register': ['most courses'],
  'POST /api/application': ['qualifications: marks of falling classes', 'courses: marks of falling classes'],
  'POST /apply': ['qualifications: marks of falling classes', 'most pairs'],
  'GET /apply': ['most courses', 'most parameters'],
  'GET /register/received': ['receipt: marks of falling classes'],
  'GET and POST /newsletter/confirm': ['posted: marks of falling classes'],
  'GET and POST /staff/*': [
    'a posted 64 kB',
    'a long session cookie',
    'callbackUrl: marks of falling classes',
  ],
  'GET and POST /api/auth/*': ['most interests', 'a long session cookie', 'most cookies of a session'],
  'GET /openapi.json': ['a long Host', 'most entity tags'],
  'GET pages and missing pages': ['most ranges in Accept', 'encoded marks', 'most ranges of bytes'],
  'GET /api/{unknown}': ['encoded marks', 'deepest lists, closed', 'a POST with a long Host'],
};

let server: WorstServer;

beforeAll(async () => {
  server = await startWorstServer(await builtSite());
});

afterAll(() => server.stop());

test.each(routes.filter(({ name }) => name in worstInputs))(
  '$name with its worst known inputs costs a bounded multiple of a normal request',
  async (route) => {
    const random = createRandom(14);
    const usually = Array.from({ length: 9 }, () => route.usual(random));
    await server.measureAll(usually.slice(0, 4));
    const usual = Math.max(leastUsual, (await server.measureAll(usually)).cpu);

    const tooExpensive: string[] = [];
    for (const name of worstInputs[route.name] ?? []) {
      const candidate = findCandidate(route, name);
      const { cpu } = await server.measureAll([1, 2, 3, 4, 5].map((seed) => candidate.make(seed)));
      if (cpu > maxRatio * usual) tooExpensive.push(`${name}: ${(cpu / usual).toFixed(0)} times`);
    }

    expect(tooExpensive).toEqual([]);
  },
);

test('the benchmark lists a worst input for every route with text input', () => {
  const unlisted = routes.filter(({ name, slots }) => slots && !(name in worstInputs));

  expect(unlisted.map(({ name }) => name)).toEqual([]);
});
