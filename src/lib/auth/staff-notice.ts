import type { ApiError } from '#lib/http/api-error.ts';
import type { StaffContext, StaffMember, StaffRole } from './staff-types.ts';

type KeptForm = {
  /** Path and query that the form was posted to. */
  action: string;
  fields: readonly (readonly [name: string, value: string])[];
};

/** What a member is told in place of a staff page. */
export type StaffNotice =
  | { kind: 'not-configured' }
  | { kind: 'wrong-role'; role: StaffRole; member: StaffMember }
  | { kind: 'refused'; problem: Pick<ApiError, 'status' | 'message' | 'resolution' | 'headers'> }
  /** A form from a browser in which no member was signed in; its body was not read. */
  | { kind: 'sign-in' }
  /** The session was over when the form came. */
  | ({ kind: 'send-again' } & KeptForm)
  /** The form's token is not the member's: it was made before somebody else signed in, or by no page of ours. */
  | ({ kind: 'check-form' } & KeptForm);

const noticePage = '/staff/notice';

/** Shows the notice at the address that was asked for; a posted body may have been read by now. */
export function showNotice(context: StaffContext, notice: StaffNotice): Promise<Response> {
  context.locals.staffNotice = notice;
  const { headers } = context.request;
  const kept = new Headers([...headers].filter(([name]) => ['cookie', 'host'].includes(name)));
  return context.rewrite(new Request(new URL(noticePage, context.url), { headers: kept }));
}

/** The status that goes with a notice. */
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
