import { createSigner } from './signer.ts';

export type LinkPurpose =
  | 'confirm'
  | 'confirm-registration'
  | 'unsubscribe'
  | 'withdraw'
  | 'withdraw-submission';

export type LinkTokens = {
  /** @param expires undefined for a token that never expires */
  sign: (purpose: LinkPurpose, subject: string, expires?: Date) => string;
  /** Returns the subject; undefined for a token that is forged, truncated, expired or for a different purpose. */
  read: (purpose: LinkPurpose, token: string, now: Date) => string | undefined;
};

/**
 * Creates tokens for links in emails and on receipts: `subject.expires.signature`, URL-safe. The signature includes the purpose.
 * @param secrets the first signs, all verify
 */
export function createLinkTokens(secrets: readonly string[]): LinkTokens {
  const signer = createSigner(secrets);
  const signed = (purpose: LinkPurpose, body: string) => `link ${purpose}\n${body}`;
  return {
    sign(purpose, subject, expires) {
      const body = `${Buffer.from(subject).toString('base64url')}.${expires?.getTime().toString(36) ?? ''}`;
      return `${body}.${signer.sign(signed(purpose, body))}`;
    },

    read(purpose, token, now) {
      const [subject = '', expires = '', signature = ''] = token.length <= 512 ? token.split('.', 3) : [];
      const isValid = signer.verify(signed(purpose, `${subject}.${expires}`), signature);
      if (!isValid || (expires !== '' && Number.parseInt(expires, 36) <= now.getTime())) return undefined;
      return Buffer.from(subject, 'base64url').toString();
    },
  };
}
