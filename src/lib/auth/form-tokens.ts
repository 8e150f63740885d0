import { createHmac, timingSafeEqual } from 'node:crypto';

/** The random token of the browser that showed the form, and the member. */
type FormOwner = { browser: string; email: string };

export type FormTokens = {
  sign(owner: FormOwner): string;
  isSigned(token: string, owner: FormOwner): boolean;
};

/**
 * Creates tokens against cross-site request forgery. They outlive a session, so a form can be sent again after the same
 * member has signed in again in the same browser.
 * @param secrets the first one signs, all of them verify
 */
export function createFormTokens(secrets: readonly string[]): FormTokens {
  const [current] = secrets;
  if (!current) throw new Error('form tokens need a secret');
  return {
    sign: (owner) => signature(current, owner).toString('base64url'),
    isSigned(token, owner) {
      const given = Buffer.from(token, 'base64url');
      return secrets.some((secret) => {
        const expected = signature(secret, owner);
        return given.length === expected.length && timingSafeEqual(given, expected);
      });
    },
  };
}

function signature(secret: string, { browser, email }: FormOwner): Buffer {
  return createHmac('sha256', secret).update(`staff form\n${browser}\n${email}`).digest();
}
