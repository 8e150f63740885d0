import { expect, onTestFinished } from 'vitest';
import type { Serving } from './served-site.ts';
import {
  eventually,
  registration,
  registrationPath,
  send,
  serveForms,
  signupPath,
  type FormsSite,
} from './http/forms-site.ts';

/** Starts a site that is removed after the test. */
export async function serveOnce(environment?: NodeJS.ProcessEnv, serving?: Serving): Promise<FormsSite> {
  const site = await serveForms(environment, serving);
  onTestFinished(() => site.remove());
  return site;
}

export async function expectUnavailable(site: FormsSite): Promise<void> {
  const answers = await Promise.all([
    send(site.origin, registrationPath, registration()),
    send(site.origin, signupPath, { email: 'lost@example.org' }),
  ]);
  for (const { status, body, headers } of answers) {
    expect([status, body.error?.code]).toEqual([503, 'STORE_UNAVAILABLE']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(JSON.stringify(body)).not.toMatch(/SQL|SQLITE|ECONN|postgres/i);
  }
}

export async function becomesAvailable(site: FormsSite): Promise<string> {
  const body = registration();
  const answer = await eventually(async () => {
    const next = await send(site.origin, registrationPath, body);
    return next.status === 200 ? next : undefined;
  });
  return answer.body.reference ?? '';
}
