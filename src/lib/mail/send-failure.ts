type SendFailure = {
  /** Codes only: a mail server's message may contain the recipient's address. */
  code: string;
  /** The mail server refuses this email, or this address, for good. */
  isFinal: boolean;
  /** What the operator can check. */
  hint?: string;
};

/** The part of nodemailer's errors that we use. */
type SmtpError = { code?: unknown; responseCode?: unknown; command?: unknown; response?: unknown };

/**
 * Describes why an email was not sent. A permanent answer (5yz, RFC 5321, section 4.2.1) is final if it is about the
 * recipient or this email. If it is about this site, such as a wrong password or sender, every email gets it until the
 * operator corrects the settings, so emails are tried again.
 */
export function describeSendFailure(error: unknown): SendFailure {
  const { code, responseCode, command, response } = error as SmtpError;
  const status = enhancedStatus(response);
  const parts = [code, responseCode, status].filter(
    (part) => typeof part === 'string' || typeof part === 'number',
  );
  const text = parts.join(' ') || 'no code';
  if (code === 'EAUTH') return { code: text, isFinal: false, hint: 'check user and password in SMTP_URL' };
  const isPermanent = typeof responseCode === 'number' && responseCode >= 500 && responseCode < 600;
  if (!isPermanent) return { code: text, isFinal: false };
  if (isAboutSender({ command, responseCode, status })) {
    return {
      code: text,
      isFinal: false,
      hint: 'check MAIL_FROM, and that the mail server accepts it from this site',
    };
  }
  if (!isAboutEmail({ command, responseCode, status })) {
    return {
      code: text,
      isFinal: false,
      hint: 'check SMTP_URL, and that this site may send by the mail server',
    };
  }
  return { code: text, isFinal: true };
}

type Answer = { command: unknown; responseCode: number; status: string | undefined };

/** Bad sender addresses (RFC 3463, section 3.2), and all answers to MAIL FROM but "too large". */
function isAboutSender({ command, responseCode, status }: Answer): boolean {
  if (status === '5.1.7' || status === '5.1.8') return true;
  return command === 'MAIL FROM' && responseCode !== 552 && status !== '5.3.4';
}

/** Syntax errors (500 to 504), required authentication (530 to 538) and policies (5.7.z) are about this site. */
function isAboutEmail({ command, responseCode, status }: Answer): boolean {
  if (!['MAIL FROM', 'RCPT TO', 'DATA'].includes(String(command))) return false;
  return responseCode >= 550 && !status?.startsWith('5.7.');
}

/** The enhanced status code of an answer (RFC 3463): `5.1.1` in `550 5.1.1 No such user`. */
function enhancedStatus(response: unknown): string | undefined {
  return typeof response === 'string'
    ? /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1]
    : undefined;
}
