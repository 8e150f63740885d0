import { createHmac, timingSafeEqual } from 'node:crypto';

/** Whose form it is: the browser that it was shown in, by a random token of its own, and the member. */
export type FormOwner = { browser: string; email: string };

export type FormTokens = {
  sign(owner: FormOwner): string;
  isSigned(token: string, owner: FormOwner): boolean;
};

/**
 * Tokens that show that a posted form is one of ours. They outlive a session, so that a form can be sent again
 * once the same member has signed in anew, in the same browser.
 * @param secrets the first signs, all verify
 */
export function createFormTokens(secrets: readonly string[]): FormTokens {
  const [current] = secrets;
  if (!current) throw new Error('forms can’t be signed without a secret');
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
