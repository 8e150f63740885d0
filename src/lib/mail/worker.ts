import { randomUUID } from 'node:crypto';
import type { ClaimedMail, Outbox } from '#lib/store/outbox.ts';
import type { MailTransport } from './transport.ts';

const minute = 60_000;
/** Longer than any one send may take, so that a lease only runs out when its holder is gone. */
const leaseFor = 5 * minute;
const sendWithin = 2 * minute;
const mostAttempts = 8;
const batchSize = 10;

type WorkerOptions = {
  outbox: Outbox;
  transport: MailTransport;
  /** The From address, `Name <address>`. */
  from: string;
  now?: () => number;
  /** Milliseconds between looks at the outbox. */
  every?: number;
  /** Milliseconds that `stop` waits for what is being sent. */
  grace?: number;
  log: (line: string) => void;
};

export type MailWorker = {
  start: () => void;
  /** Looks at the outbox now. */
  wake: () => void;
  /** Ends when nothing is being sent any more, at the latest after `grace`. */
  stop: () => Promise<void>;
};

/** When a mail that has failed `attempts` times is tried again: 1, 4, 16, 64 minutes, then every 8 hours at most. */
export function retryDelay(attempts: number): number {
  return Math.min(4 ** (attempts - 1), 8 * 60) * minute;
}

/**
 * Sends what the outbox holds, at least once each and with the same Message-ID each time. Several workers
 * share the outbox by leases. A mail that failed eight times is parked.
 */
export function createMailWorker(options: WorkerOptions): MailWorker {
  const { outbox, transport, now = Date.now, every = 1_000, grace = 8_000, log } = options;
  const holder = randomUUID();
  let stopping = true;
  let round: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped: Promise<void> | undefined;

  async function drain(): Promise<void> {
    while (!stopping) {
      const claimed = await outbox.claim(
        { holder, until: now() + leaseFor },
        { now: now(), limit: batchSize },
      );
      if (claimed.length === 0) return;
      const results = await Promise.allSettled(claimed.map((mail) => deliver(mail)));
      const failed = results.find((result) => result.status === 'rejected');
      if (failed) throw failed.reason;
    }
  }

  async function deliver(claimed: ClaimedMail): Promise<void> {
    if (stopping) return outbox.release(claimed.id, holder);
    try {
      await within(sendWithin, transport.send(envelope(claimed)));
    } catch (error) {
      return fail(claimed, errorCode(error));
    }
    await outbox.markSent(claimed.id, { holder, now: now() });
  }

  function envelope({ id, mail }: ClaimedMail) {
    return {
      ...mail,
      from: options.from,
      messageId: `<${id}@${domainOf(options.from)}>`,
      date: new Date(now()),
    };
  }

  async function fail({ id, attempts, mail }: ClaimedMail, error: string): Promise<void> {
    const parked = attempts >= mostAttempts;
    const retryAt = parked ? null : now() + retryDelay(attempts);
    log(`${mail.kind} ${id} failed (${error}), ${parked ? 'parked' : `attempt ${attempts}`}`);
    await outbox.markFailed(id, { holder, error, retryAt });
  }

  function look(): void {
    clearTimeout(timer);
    round ??= drain()
      .catch((error: unknown) => log(`the outbox can’t be read (${errorCode(error)})`))
      .finally(() => {
        round = undefined;
        if (!stopping) timer = setTimeout(look, every).unref();
      });
  }

  return {
    start() {
      if (!stopping) return;
      stopping = false;
      stopped = undefined;
      look();
    },
    wake() {
      if (!stopping) look();
    },
    stop: () => (stopped ??= stop()),
  };

  async function stop(): Promise<void> {
    stopping = true;
    clearTimeout(timer);
    const running = round;
    if (running) await within(grace, running).catch(() => log('stopped while a mail was being sent'));
    transport.close();
  }
}

async function within(milliseconds: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(Object.assign(new Error('too slow'), { code: 'ETOOSLOW' })),
      milliseconds,
    );
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** Codes only: a mail server's words may repeat the recipient's address. */
function errorCode(error: unknown): string {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  const parts = [code, responseCode].filter((part) => typeof part === 'string' || typeof part === 'number');
  return parts.join(' ') || 'no code';
}

function domainOf(from: string): string {
  return /@([^\s<>@]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
}
