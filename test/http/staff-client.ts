import { cookieOf, type MemberName } from '#test/staff-session.ts';
import { formBody } from './form-body.ts';

export type StaffForm = { cookie: string; token: string };

/** Sends requests of staff members like a browser. @param origin called for each request */
export function createStaffClient(origin: () => string) {
  async function get(
    path: string,
    member?: MemberName,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    return fetch(origin() + path, {
      redirect: 'manual',
      headers: { Accept: 'text/html', ...(member && { Cookie: await cookieOf(member) }), ...headers },
    });
  }

  async function openForm(member: MemberName, path = '/staff'): Promise<StaffForm> {
    const page = await get(path, member);
    const [csrf = ''] = page.headers.getSetCookie().filter((line) => line.includes('csrf'));
    const token = /name="csrf" value="([^"]+)"/.exec(await page.text())?.[1] ?? '';
    return { cookie: `${await cookieOf(member)}; ${csrf.split(';')[0] ?? ''}`, token };
  }

  async function post(
    path: string,
    fields: Record<string, string | readonly string[]>,
    { cookie, token, headers = {} }: StaffForm & { headers?: Record<string, string> },
  ): Promise<Response> {
    return fetch(origin() + path, {
      method: 'POST',
      redirect: 'manual',
      headers: { Accept: 'text/html', Origin: origin(), Cookie: cookie, ...headers },
      body: formBody({ ...fields, ...(token && { csrf: token }) }),
    });
  }

  return { get, openForm, post };
}
