import { pick } from './hostile-text.ts';
import { headerShapes, jsonShapes, pathShapes } from './hostile-shapes.ts';
import {
  encode,
  formBytes,
  get,
  json,
  longestTarget,
  post,
  questions,
  words,
  type Route,
  type Slot,
} from './requests.ts';

const search = (path: string, headers: Record<string, string> = {}): Readonly<Record<string, Slot>> => ({
  q: { length: 200, request: (text) => get(`${path}?q=${encode(text)}`, headers) },
  'q, 50 results': { length: 200, request: (text) => get(`${path}?q=${encode(text)}&limit=50`, headers) },
});

/** The search, pages and documents. */
export const pageRoutes: readonly Route[] = [
  {
    name: 'GET /api/search',
    usual: (random) => get(`/api/search?q=${encode(`${pick(words, random)} ${Math.floor(random() * 1e6)}`)}`),
    slots: search('/api/search'),
    shapes: {
      'most types': () => get(`/api/search?q=soil${'&type=x'.repeat(1_100)}`),
      'most parameters': () => get(`/api/search?q=soil${'&a'.repeat(3_900)}`),
      ...headerShapes('/api/search?q=soil'),
    },
  },
  {
    name: 'GET /search',
    usual: (random) => get(`/search?q=${encode(`${pick(words, random)} ${Math.floor(random() * 1e6)}`)}`),
    slots: search('/search', { 'Accept-Encoding': 'br' }),
    shapes: {
      'most types': () => get(`/search?q=soil${'&type=x'.repeat(1_100)}`),
      ...headerShapes('/search'),
    },
  },
  {
    name: 'GET /search as Markdown',
    usual: (random) =>
      get(`/search?q=${encode(`${pick(words, random)} ${Math.floor(random() * 1e6)}`)}`, {
        Accept: 'text/markdown',
      }),
    slots: search('/search', { Accept: 'text/markdown' }),
  },
  {
    name: 'GET /courses/find',
    usual: (random) => get(`/courses/find?q=${encode(pick(words, random))}`),
    slots: {
      q: {
        length: 1_300,
        request: (text) => get(`/courses/find?q=${encode(text)}`.slice(0, longestTarget)),
      },
    },
    shapes: {
      'every filter, nothing found': () =>
        get(`/courses/find?q=none&day=sun&mode=online&time=evening&level=4&credits=10&price=1&seats=1`),
      'most values': () => get(`/courses/find?q=soil${'&day=mon'.repeat(900)}`),
      ...headerShapes('/courses/find'),
    },
  },
  {
    name: 'GET /courses/compare',
    usual: () => get('/courses/compare?code=SOIL101&code=HYD101'),
    slots: {
      code: {
        length: 1_300,
        request: (text) => get(`/courses/compare?code=${encode(text)}`.slice(0, longestTarget)),
      },
    },
    shapes: { 'most codes': () => get(`/courses/compare?${'code=A,B&'.repeat(800)}`) },
  },
  {
    name: 'GET /ask',
    usual: (random) => get(`/ask?q=${encode(pick(questions, random))}`),
    slots: { q: { length: 1_300, request: (text) => get(`/ask?q=${encode(text)}`.slice(0, longestTarget)) } },
    shapes: headerShapes('/ask'),
  },
  ...[
    '/openapi.json',
    '/.well-known/ai-catalog.json',
    '/.well-known/mcp/server-card.json',
    '/calendar.ics',
    '/news/feed.xml',
    '/developers/reference',
  ].map((path): Route => ({ name: `GET ${path}`, usual: () => get(path), shapes: headerShapes(path) })),
  {
    name: 'GET pages and missing pages',
    usual: () => get('/courses'),
    slots: { 'a path': { length: 800, request: (text) => get(`/${encode(text)}`) } },
    shapes: { ...pathShapes('/courses/'), ...headerShapes('/courses') },
  },
  {
    name: 'GET /api/{unknown}',
    usual: () => get('/api/nothing'),
    slots: { 'a path': { length: 800, request: (text) => get(`/api/${encode(text)}`) } },
    shapes: {
      'a POST with a long Host': () =>
        post('/api/nothing', '{}', { ...json, Host: `${'xn--a.'.repeat(2_000)}org` }),
      ...pathShapes('/api/'),
      ...jsonShapes('/api/nothing', formBytes),
    },
  },
];
