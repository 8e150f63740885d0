import type { ApiError } from '#lib/http/api-error.ts';
import type { StaffContext, StaffMember, StaffRole } from './staff-types.ts';

type KeptForm = {
  /** Path and query of the form's page. */
  action: string;
  fields: readonly (readonly [name: string, value: string])[];
};

/** A notice in place of a staff page. */
export type StaffNotice =
  | { kind: 'not-configured' }
  | { kind: 'wrong-role'; role: StaffRole; member: StaffMember }
  | { kind: 'refused'; problem: Pick<ApiError, 'status' | 'message' | 'resolution' | 'headers'> }
  /** A form from a browser in which no member has signed in; its body was not read. */
  | { kind: 'sign-in' }
  /** The session had ended when the form arrived. */
  | ({ kind: 'send-again' } & KeptForm)
  /** The form's token is missing or belongs to another member. */
  | ({ kind: 'check-form' } & KeptForm);

const noticePage = '/staff/notice';

/** Shows the notice at the requested address. */
export function showNotice(context: StaffContext, notice: StaffNotice): Promise<Response> {
  context.locals.staffNotice = notice;
  const { headers } = context.request;
  // A new request, since a posted body may have been read already.
  const kept = new Headers([...headers].filter(([name]) => ['cookie', 'host'].includes(name)));
  return context.rewrite(new Request(new URL(noticePage, context.url), { headers: kept }));
}

export function statusOf(notice: StaffNotice): number {
  if (notice.kind === 'refused') return notice.problem.status;
  const statuses = {
    'not-configured': 200,
    'wrong-role': 403,
    'sign-in': 401,
    'send-again': 401,
    'check-form': 403,
  };
  return statuses[notice.kind];
}
