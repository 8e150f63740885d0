import { headerShapes, jsonShapes } from './hostile-shapes.ts';
import { encode, get, post, postForm, urlEncoded, type Route } from './requests.ts';

/** Requests of anonymous clients to the staff pages and the sign-in. */
export const staffRoutes: readonly Route[] = [
  {
    name: 'GET and POST /staff/*',
    usual: () => get('/staff'),
    slots: {
      'a path': { length: 800, request: (text) => get(`/staff/${encode(text)}`) },
      callbackUrl: { length: 800, request: (text) => get(`/staff/sign-in?callbackUrl=/${encode(text)}`) },
      'a posted note': {
        length: 6_000,
        request: (text) => postForm('/staff/delete-person', [['email', text]]),
      },
    },
    shapes: {
      'a posted 64 kB': () => post('/staff/registrations', 'a&'.repeat(32_000), urlEncoded),
      'a posted 1 MB': () => post('/staff/registrations', 'a&'.repeat(500_000), urlEncoded),
      'the sign-in page': () => get('/staff/sign-in'),
      'a registration': () => get('/staff/registrations/R-7K3M-9QXD'),
      'an export': () => get('/staff/registrations.csv'),
      ...headerShapes('/staff'),
    },
  },
  {
    name: 'GET and POST /api/auth/*',
    usual: () => get('/api/auth/csrf'),
    slots: {
      'an action': { length: 800, request: (text) => get(`/api/auth/${encode(text)}`) },
      callbackUrl: { length: 800, request: (text) => get(`/api/auth/signin?callbackUrl=${encode(text)}`) },
      'a posted address': {
        length: 1_300,
        request: (text) =>
          postForm('/api/auth/signout', [
            ['csrfToken', 'a'],
            ['callbackUrl', `/${text}`],
          ]),
      },
      'a code': {
        length: 800,
        request: (text) => get(`/api/auth/callback/directory?code=${encode(text)}&state=a`),
      },
    },
    shapes: {
      session: () => get('/api/auth/session'),
      'a callback': () => get('/api/auth/callback/directory?code=a&state=b'),
      ...jsonShapes('/api/auth/signout', 8_100),
      ...headerShapes('/api/auth/session'),
    },
  },
];
