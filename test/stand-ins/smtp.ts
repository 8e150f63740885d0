import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export type ReceivedMail = Email & {
  /** The envelope recipients, which headers cannot change. */
  recipients: string[];
  raw: string;
};

export type MailServer = {
  url: string;
  /** The settings of a site that sends its emails here. */
  settings: { SMTP_URL: string; MAIL_FROM: string };
  received: ReceivedMail[];
  /** The emails to an address. */
  to(address: string): ReceivedMail[];
  /** Answers to RCPT by address, such as `550 No such user`. */
  refusals: Map<string, string>;
  /** Addresses whose emails are received and never answered. */
  hanging: Set<string>;
  /** While true, each email gets a temporary failure that names the recipient. */
  refusing: boolean;
  /** Milliseconds before an email is accepted. */
  delay: number;
  /** Emails are accepted after this has resolved. */
  ready: Promise<unknown>;
  stop: () => Promise<void>;
};

/**
 * An SMTP server that stores emails, on loopback or the given address, on the given or a free port.
 * @param options.hasLogin refuses every login
 */
export async function startSmtp({
  port: wanted = 0,
  host = '127.0.0.1',
  hasLogin = false,
}: { port?: number; host?: string; hasLogin?: boolean } = {}): Promise<MailServer> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: hasLogin ? ['STARTTLS'] : ['AUTH', 'STARTTLS'],
    allowInsecureAuth: true,
    logger: false,
    disableReverseLookup: true,
    closeTimeout: 100,
    onRcptTo({ address }, _session, done) {
      const refusal = catcher.refusals.get(address);
      if (refusal === undefined) done();
      else done(Object.assign(new Error(refusal.slice(4)), { responseCode: Number(refusal.slice(0, 3)) }));
    },
    onAuth(_login, _session, done) {
      done(Object.assign(new Error('Wrong password'), { responseCode: 535 }));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        if (catcher.refusing) {
          const error = new Error(`mailbox of ${recipients.join()} is busy`);
          done(Object.assign(error, { responseCode: 450 }));
          return;
        }
        void keep(Buffer.concat(chunks), recipients)
          .then(() => catcher.ready)
          .then(() => {
            const isHanging = recipients.some((address) => catcher.hanging.has(address));
            if (!isHanging) setTimeout(done, catcher.delay).unref();
          });
      });
    },
  });
  server.on('error', () => undefined);

  async function keep(bytes: Buffer, recipients: string[]): Promise<void> {
    const email = await PostalMime.parse(bytes);
    catcher.received.push({ ...email, recipients, raw: bytes.toString() });
  }

  await new Promise<void>((resolve) => server.listen(wanted, host, () => resolve()));
  const { port } = server.server.address() as AddressInfo;
  const url = `smtp://${host}:${port}`;
  const catcher: MailServer = {
    url,
    settings: { SMTP_URL: url, MAIL_FROM: 'Larkmoor <office@larkmoor.example>' },
    received: [],
    to: (address) => catcher.received.filter(({ recipients }) => recipients.includes(address)),
    refusals: new Map(),
    hanging: new Set(),
    refusing: false,
    delay: 0,
    ready: Promise.resolve(),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return catcher;
}
