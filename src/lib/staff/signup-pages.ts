import type { SignupCursor, SignupStatus } from '#lib/store/forms/signup-list.ts';
import type { Signup } from '#lib/store/forms/signups.ts';

export const signupStatuses: readonly SignupStatus[] = ['confirmed', 'pending', 'unsubscribed'];

/** Returns the status in the address; `confirmed` by default. */
export function readSignupStatus({ searchParams }: URL): SignupStatus {
  return signupStatuses.find((status) => status === searchParams.get('status')) ?? 'confirmed';
}

/** `1795251600000_0199…`: the time and the id of the row next to which the page starts. */
export function readSignupCursor({ searchParams }: URL): SignupCursor | undefined {
  for (const towards of ['older', 'newer'] as const) {
    const found = /^(\d{1,15})_([0-9a-f-]{36})$/.exec(searchParams.get(towards) ?? '');
    if (found) return { at: Number(found[1]), id: found[2] ?? '', towards };
  }
  return undefined;
}

/** The address of the page next to this row. */
export function signupAddress(
  status: SignupStatus,
  row?: Signup,
  towards: 'older' | 'newer' = 'older',
): string {
  const path = `/staff/sign-ups?status=${status}`;
  return row ? `${path}&${towards}=${row.updated_at}_${row.id}` : path;
}
