import { expect, test } from 'vitest';
import { searchAnswerSchema } from '#lib/search/answer.ts';
import { serveSite } from '#test/served-site.ts';
import { useShared } from '#test/use-shared.ts';

const site = useShared(() =>
  serveSite('dist', { DATA_DIR: '.cache/api-test-data', TRUSTED_PROXIES: 'loopback' }),
);

async function readError(path: string, init: RequestInit = {}) {
  const response = await fetch(site.origin + path, init);
  const body = (await response.json()) as { error: { code: string; message: string; resolution: string } };
  return { status: response.status, headers: response.headers, ...body.error };
}

test('GET /api/health reports that the process serves', async () => {
  const response = await fetch(`${site.origin}/api/health`);

  expect(await response.json()).toEqual({ status: 'ok' });
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
});

test.each([
  ['no query', '/api/search'],
  ['an unknown type', '/api/search?q=soil&type=person'],
])('GET /api/search with %s returns 400 and says what to do', async (_name, path) => {
  const error = await readError(path);

  expect([error.status, error.code]).toEqual([400, 'INVALID_REQUEST']);
  expect(error.message.length * error.resolution.length).toBeGreaterThan(0);
  expect(error.headers.get('Cache-Control')).toBe('no-store');
  expect(error.headers.get('Access-Control-Allow-Origin')).toBe('*');
});

test.each(['/api/search?q=soil', '/api/search', '/api/nothing'])(
  'scripts of other sites can read the headers of %s, such as the rate limit',
  async (path) => {
    const { headers } = await fetch(site.origin + path, { headers: { Origin: 'https://other.example' } });

    expect(headers.get('Access-Control-Expose-Headers')).toBe('*');
    if (path.endsWith('q=soil')) expect(headers.get('X-RateLimit-Limit')).toBe('600');
  },
);

async function search(words: string, more: Record<string, string> = {}) {
  const response = await fetch(`${site.origin}/api/search?${new URLSearchParams({ q: words, ...more })}`);
  return searchAnswerSchema.parse(await response.json());
}

test('words that are facts choose courses by their fields, which come first with their facts', async () => {
  const { courses, results } = await search('evening courses');

  expect(courses?.title).toMatch(/^Courses in the evening: \d+$/);
  expect(courses?.url).toMatch(/\/courses\/find\?time=evening$/);
  const chosen = results.slice(0, courses?.shown);
  expect(chosen.length).toBeGreaterThan(3);
  for (const { type, facts } of chosen) {
    expect(type).toBe('course');
    expect(facts?.days).toMatch(/(?:17|18|19):\d\d to/);
  }
});

test('the page of results counts all courses of a group, not only those that it shows', async () => {
  const { courses } = await search('cheapest course');
  const page = await (await fetch(`${site.origin}/search?q=cheapest+course`)).text();

  const all = Number(courses?.total);
  expect(all).toBeGreaterThan(Number(courses?.shown));
  const status = /search-status"> (\d+) courses (?:and \d+ other results? )?found for “cheapest course”/u;
  expect(status.exec(page)?.[1]).toBe(String(all));
  expect(page).toContain(`Courses (${all})`);
});

test('a course that costs more than the search says is not among the results', async () => {
  const { courses, results } = await search('evening course about rivers under £300');

  expect(courses).toMatchObject({ total: 0, shown: 0 });
  expect(courses?.others.length).toBeGreaterThan(0);
  expect(results.filter(({ type }) => type === 'course')).toEqual([]);
});

test('a search for a price that no course has leaves out pages that have its number in another sense', async () => {
  const { courses, results, total, facets } = await search('under £300');

  expect(courses?.others.length).toBeGreaterThan(0);
  expect({ results, total, facets }).toEqual({ results: [], total: 0, facets: { type: {} } });
  expect((await search('evening classes under £300')).results.length).toBeGreaterThan(0);
});

test('results of programmes, events and people have their facts', async () => {
  const [program] = (await search('Certificate in Land and Water')).results;
  const events = (await search('harrow moss lecture')).results.filter(({ type }) => type === 'event');
  const [person] = (await search('Ines Calder')).results;

  expect(program?.facts).toMatchObject({
    kind: 'Programme',
    award: 'Certificate',
    fee: expect.stringContaining('£') as string,
  });
  expect(events.length).toBeGreaterThan(0);
  for (const { facts } of events)
    expect(facts).toMatchObject({ date: expect.stringMatching(/day \d/) as string });
  expect(person?.facts).toEqual({ kind: 'Person', role: 'Senior Lecturer in Soil Science' });
});

test.each(['<script>alert(1)</script> soil', '"><img src=x onerror=alert(1)>'])(
  'the query %j returns 200, with no markup except for <mark> in its excerpts',
  async (query) => {
    const answer = await search(query);

    const excerpts = answer.results.flatMap(({ excerpt, sections }) => [
      excerpt,
      ...sections.map((one) => one.excerpt),
    ]);
    for (const excerpt of excerpts) expect(excerpt.replaceAll(/<\/?mark>/g, '')).not.toMatch(/[<>"]/);
  },
);

test('a typo is corrected and reported, and a plain question finds its page', async () => {
  const slip = await search('hydrolgy');
  const question = await search('what happens when I hand in an essay too late?');

  expect(slip.correction).toBe('hydrology');
  expect(slip.results.map(({ url }) => new URL(url).pathname)).toContain(
    '/courses/introduction-to-hydrology',
  );
  expect(question.results.slice(0, 3).map(({ url }) => new URL(url).pathname)).toContain(
    '/handbook/assessment/late-work-and-extensions',
  );
});

test('a question about a field of an entry has an answer, in the API and on the page', async () => {
  const parameters = new URLSearchParams({ q: 'fee HYD701' });

  const { answer } = await search('fee HYD701');
  const page = await (await fetch(`${site.origin}/search?${parameters}`)).text();
  const asked = await (await fetch(`${site.origin}/ask?${parameters}`)).text();

  expect(answer).toMatchObject({ text: 'Total price: £1,440', title: 'Catchment Planning', kind: 'fact' });
  const link = '/courses/catchment-planning#:~:text=Total%20price,%C2%A31%2C440';
  expect(answer?.url).toContain(link);
  expect(page).toContain(`href="${link}"`);
  expect(asked).toContain(`href="${link}"`);
});

test.each([
  ['how long is the diploma', 'Length: Two years part time, 120 credits', '/programs'],
  ['cost of the water quality diploma', '£4,320', '/programs/diploma-water-quality-and-rivers'],
  ['is groundwater online', ': Online', '/courses/groundwater'],
  ['how many places on field survey', 'Seats: ', '/courses/field-survey'],
  ['soil science autumn, which day', 'Days, Autumn 20', '/courses/soil-science'],
  ['I work shifts. Where is Field Survey in autumn?', 'Place, Autumn 20', '/courses/field-survey'],
  ['wen dose the agroforestery cours meet', 'Days: ', '/courses/agroforestry-and-soils'],
])('%j is answered by a fact: %s', async (question, text, path) => {
  const { answer } = await search(question);

  expect(answer?.kind).toBe('fact');
  expect(answer?.text).toContain(text);
  expect(new URL(answer?.url ?? '').pathname).toBe(path);
});

test('questions about terms and about the institute have an answer with a link to it', async () => {
  const answerTo = async (query: string) => (await search(query)).answer;
  const term = await answerTo('When does the next term start?');
  const telephone = await answerTo('phone number of Larkmoor');
  const address = await answerTo('where are you');
  const others = ['Where do courses meet?', 'where is my email', 'Where is the lecture?'];

  expect(term).toMatchObject({ title: 'Dates and deadlines', kind: 'fact' });
  const [, name, day] = /^(Teaching for \w+ \d{4} starts): (\d+ \w+ \d{4})$/.exec(term?.text ?? '') ?? [];
  expect(term?.url).toContain(
    `/calendar#:~:text=${[day, name].map((part) => encodeURIComponent(part!)).join()}`,
  );
  expect(telephone).toMatchObject({ text: 'Telephone: +44 1632 960 410', kind: 'fact' });
  expect(telephone?.url).toContain('/#:~:text=%2B44%201632%20960%20410');
  for (const question of others) expect((await answerTo(question))?.kind, question).not.toBe('fact');
  expect(address?.text).toBe('Address: Weir House, Mill Lane, Larkmoor, Northumberland NE99 7LW');
});

test('words to search for have no answer, and unknown words are named', async () => {
  const words = await search('evening courses');
  const later = await search('fee HYD701', { offset: '1' });
  const unknown = await search('learn the guitar');

  expect([words.answer, later.answer]).toEqual([null, null]);
  expect(words.unknownWords).toEqual([]);
  expect(unknown.unknownWords).toEqual(['guitar']);
});

test.each(['/api', '/api/', '/api/nothing', '/api/a/b/c', '/api/search/', '/api/search.html'])(
  '%s returns 404 for every method',
  async (path) => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      const response = await fetch(site.origin + path, { method, redirect: 'manual' });

      expect([method, response.status, response.headers.get('Content-Type')]).toEqual([
        method,
        404,
        'application/json',
      ]);
    }
  },
);
