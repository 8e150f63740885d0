import { normalizeText } from '#lib/http/client-text.ts';
import type { Cursor } from '#lib/store/list-page.ts';
import type { DecisionState, EmailState, RegistrationFilter } from '#lib/store/forms/registration-search.ts';
import type { Handling } from '#lib/store/schema.ts';

/** The filter of the list, as in the address. */
export type RegistrationQuery = {
  text: string;
  term: string;
  /** `PEAT501`, or `PEAT501-2` for a group that was asked for. */
  course: string;
  status: string;
  /** An `EmailState`, or '' for any. */
  email: string;
  /** A `DecisionState`, or '' for any. */
  decision: string;
  /** `oldest`, or '' for newest first. */
  order: string;
};

const emailStates: readonly EmailState[] = ['confirmed', 'unconfirmed', 'conflict'];
const decisionStates: readonly DecisionState[] = ['open', 'place', 'waiting', 'refused'];
const states: readonly Handling[] = ['new', 'in-progress', 'done', 'withdrawn'];

const anyRegistration: RegistrationQuery = {
  text: '',
  term: '',
  course: '',
  status: '',
  email: '',
  decision: '',
  order: '',
};

/** The filters of the registrar's usual lists. */
export const registrationViews = {
  toDecide: { ...anyRegistration, email: 'confirmed', decision: 'open', order: 'oldest' },
  waiting: { ...anyRegistration, decision: 'waiting', order: 'oldest' },
  conflicts: { ...anyRegistration, email: 'conflict', order: 'oldest' },
  all: anyRegistration,
} satisfies Readonly<Record<string, RegistrationQuery>>;

/** Reads the filter; invalid values are left out. */
export function readQuery({ searchParams }: Pick<URL, 'searchParams'>): RegistrationQuery {
  const read = (name: string) => normalizeText((searchParams.get(name) ?? '').trim().slice(0, 200), 'NFC');
  const status = read('status');
  const email = read('email');
  const decision = read('decision');
  return {
    text: read('q'),
    term: read('term'),
    course: read('course').toUpperCase(),
    status: isHandling(status) ? status : '',
    email: isEmailState(email) ? email : '',
    decision: isDecisionState(decision) ? decision : '',
    order: read('order') === 'oldest' ? 'oldest' : '',
  };
}

export function toFilter(query: RegistrationQuery): RegistrationFilter {
  const { text, term, status, email, decision } = query;
  const [, ofGroup] = /^([A-Z0-9]+)-\d+$/.exec(query.course) ?? [];
  const course = ofGroup ?? query.course;
  return {
    ...(text !== '' && { text }),
    ...(term !== '' && { term }),
    ...(course !== '' && { course }),
    ...(ofGroup !== undefined && { group: query.course }),
    ...(isHandling(status) && { handling: status }),
    ...(isEmailState(email) && { email }),
    ...(isDecisionState(decision) && { decision }),
  };
}

/** The address of one of the registrar's usual lists. */
export function viewAddress(view: keyof typeof registrationViews): string {
  return addressWith('/staff/registrations', registrationViews[view]);
}

/** The address of `path` with the filter and the cursor. */
export function addressWith(path: string, { text, ...others }: RegistrationQuery, cursor?: Cursor): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries({ q: text, ...others })) {
    if (value !== '') parameters.set(name, value);
  }
  if (cursor) parameters.set(cursor.towards, cursor.id);
  return parameters.size > 0 ? `${path}?${parameters.toString()}` : path;
}

export function isHandling(text: string): text is Handling {
  return (states as readonly string[]).includes(text);
}

function isEmailState(text: string): text is EmailState {
  return (emailStates as readonly string[]).includes(text);
}

function isDecisionState(text: string): text is DecisionState {
  return (decisionStates as readonly string[]).includes(text);
}
