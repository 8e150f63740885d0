import { formShapes, headerShapes, jsonShapes } from './hostile-shapes.ts';
import {
  encode,
  fittingForm,
  fittingJson,
  formBytes,
  get,
  longestTarget,
  post,
  postForm,
  split,
  type Route,
} from './requests.ts';

const registration = {
  ...{ studentNumber: 'LK000001', givenName: 'Ana', familyName: 'Ng', email: 'ana@example.org' },
  ...{ term: 'none', courses: ['SOIL101'] },
};
const application = {
  ...{ program: 'none', givenName: 'Ana', familyName: 'Ng', email: 'ana@example.org' },
  ...{ qualifications: 'Four years on a farm', consent: 'yes' },
};
const signup = { email: 'ana@example.org', name: 'Ana' };

/** The visitors' forms and the links in their emails. */
export const formRoutes: readonly Route[] = [
  {
    name: 'POST /api/email-marketing-signup',
    usual: (random) => post('/api/email-marketing-signup', { ...signup, email: `a${random()}@example.org` }),
    slots: {
      name: fittingJson('/api/email-marketing-signup', (name) => ({ ...signup, name })),
      email: fittingJson('/api/email-marketing-signup', (text) => ({ email: `a@${text}.org` })),
      'the name of an address': fittingJson('/api/email-marketing-signup', (text) => ({
        email: `${text}@example.org`,
      })),
      interests: fittingJson('/api/email-marketing-signup', (text) => ({
        ...signup,
        interests: split(text, 20),
      })),
    },
    shapes: jsonShapes('/api/email-marketing-signup', formBytes),
  },
  {
    name: 'POST /newsletter',
    usual: (random) => postForm('/newsletter', [['email', `a${random()}@example.org`]]),
    slots: {
      name: {
        length: 16_300,
        request: (text) => fittingForm('/newsletter', 'name', text),
      },
      email: { length: 16_300, request: (text) => fittingForm('/newsletter', 'email', `a@${text}`) },
    },
    shapes: formShapes('/newsletter'),
  },
  {
    name: 'POST /api/course-registration',
    usual: () => post('/api/course-registration', registration),
    slots: {
      note: fittingJson('/api/course-registration', (note) => ({ ...registration, note })),
      'note that passes': {
        length: 2_000,
        request: (note) => post('/api/course-registration', { ...registration, note }),
      },
      familyName: fittingJson('/api/course-registration', (familyName) => ({ ...registration, familyName })),
      studentNumber: fittingJson('/api/course-registration', (studentNumber) => ({
        ...registration,
        studentNumber,
      })),
      email: fittingJson('/api/course-registration', (text) => ({ ...registration, email: `a@${text}` })),
    },
    shapes: jsonShapes('/api/course-registration', formBytes),
  },
  {
    name: 'POST /register',
    usual: () =>
      postForm(
        '/register',
        Object.entries(registration).map(([name, value]) => [name, String(value)]),
      ),
    slots: {
      note: { length: 16_300, request: (text) => fittingForm('/register', 'note', text) },
      givenName: { length: 16_300, request: (text) => fittingForm('/register', 'givenName', text) },
    },
    shapes: formShapes('/register'),
  },
  {
    name: 'GET /register',
    usual: () => get('/register'),
    slots: {
      course: {
        length: 1_300,
        request: (text) => get(`/register?course=${encode(text)}`.slice(0, longestTarget)),
      },
    },
    shapes: {
      'most courses': () => get(`/register?course=${'A,'.repeat(3_900)}`),
      'most parameters': () => get(`/register?${'course=SOIL101&'.repeat(530)}`),
      ...headerShapes('/register'),
    },
  },
  {
    name: 'POST /api/application',
    usual: () => post('/api/application', application),
    slots: {
      qualifications: fittingJson('/api/application', (qualifications) => ({
        ...application,
        qualifications,
      })),
      program: fittingJson('/api/application', (program) => ({ ...application, program })),
      courses: fittingJson('/api/application', (text) => ({ ...application, courses: split(text, 8) })),
    },
    shapes: jsonShapes('/api/application', formBytes),
  },
  {
    name: 'POST /apply',
    usual: () => postForm('/apply', Object.entries(application)),
    slots: {
      qualifications: { length: 16_300, request: (text) => fittingForm('/apply', 'qualifications', text) },
      givenName: { length: 16_300, request: (text) => fittingForm('/apply', 'givenName', text) },
    },
    shapes: formShapes('/apply'),
  },
  {
    name: 'GET /apply',
    usual: () => get('/apply'),
    slots: {
      course: {
        length: 1_300,
        request: (text) => get(`/apply?course=${encode(text)}`.slice(0, longestTarget)),
      },
    },
    shapes: {
      'most courses': () => get(`/apply?course=${'A,'.repeat(3_900)}`),
      'most parameters': () => get(`/apply?${'course=SOIL101&'.repeat(530)}`),
      ...headerShapes('/apply'),
    },
  },
  {
    name: 'GET /register/received',
    usual: () => get('/register/received?receipt=R-7K3M-9QXD.x.y.z.a'),
    slots: {
      receipt: {
        length: 1_300,
        request: (text) => get(`/register/received?receipt=${encode(text)}`.slice(0, longestTarget)),
      },
    },
  },
  {
    name: 'GET and POST /newsletter/confirm',
    usual: () => get('/newsletter/confirm?token=a.b.c'),
    slots: {
      token: {
        length: 1_300,
        request: (text) => get(`/newsletter/confirm?token=${encode(text)}`.slice(0, longestTarget)),
      },
      posted: {
        length: 1_300,
        request: (text) => postForm(`/newsletter/confirm?token=${encode(text)}`.slice(0, longestTarget), []),
      },
    },
  },
];
