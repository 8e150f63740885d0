import { createHmac, timingSafeEqual } from 'node:crypto';

export type LinkPurpose = 'confirm' | 'confirm-registration' | 'unsubscribe' | 'withdraw';

export type LinkTokens = {
  /** @param expires undefined: good for ever */
  sign: (purpose: LinkPurpose, subject: string, expires?: Date) => string;
  /** The subject, or undefined for a token that is forged, cut, expired or of another purpose. */
  read: (purpose: LinkPurpose, token: string, now: Date) => string | undefined;
};

/**
 * Tokens for the links in mails: `subject.expires.signature`, in URL-safe characters. The purpose
 * is part of what is signed, so a token of one is nothing to another.
 * @param secrets the first signs, all verify
 */
export function createLinkTokens(secrets: readonly string[]): LinkTokens {
  const [current] = secrets;
  if (!current) throw new Error('links can’t be signed without a secret');
  return {
    sign(purpose, subject, expires) {
      const body = `${Buffer.from(subject).toString('base64url')}.${expires?.getTime().toString(36) ?? ''}`;
      return `${body}.${signature(current, purpose, body).toString('base64url')}`;
    },

    read(purpose, token, now) {
      const [subject = '', expires = '', given = ''] = token.length <= 512 ? token.split('.', 3) : [];
      const body = `${subject}.${expires}`;
      const bytes = Buffer.from(given, 'base64url');
      const signed = secrets.some((secret) => {
        const expected = signature(secret, purpose, body);
        return bytes.length === expected.length && timingSafeEqual(bytes, expected);
      });
      if (!signed || (expires !== '' && Number.parseInt(expires, 36) <= now.getTime())) return undefined;
      return Buffer.from(subject, 'base64url').toString();
    },
  };
}

function signature(secret: string, purpose: LinkPurpose, body: string): Buffer {
  return createHmac('sha256', secret).update(`link ${purpose}\n${body}`).digest();
}
