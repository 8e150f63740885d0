import type { ClaimedMail, Outbox } from '#lib/store/mail/outbox.ts';
import { createLeaseWorker, type LeaseWorker } from '#lib/base/lease-worker.ts';
import { sleep } from '#lib/base/repeat.ts';
import { describeSendFailure } from './send-failure.ts';
import { maxConnections, sendTimeout, type MailTransport } from './transport.ts';

const minute = 60_000;
/** Longer than the timeout of a send, so that a lease expires only if its holder has died. */
const leaseFor = 5 * minute;
/** How long an outcome can be stored after a send: the rest of the lease. */
const storeOutcomeFor = leaseFor - sendTimeout;
const maxAttempts = 8;

type WorkerOptions = {
  outbox: Outbox;
  transport: MailTransport;
  /** The From address, `Name <address>`. */
  from: string;
  now?: () => number;
  /** Milliseconds between polls of the outbox. */
  every?: number;
  /** Milliseconds that `stop` waits for sends in progress. */
  grace?: number;
  log: (line: string) => void;
};

/** Milliseconds until an email that failed `attempts` times is retried: 1, 4, 16, 64 minutes, at most 8 hours. */
export function retryDelay(attempts: number): number {
  return Math.min(4 ** (attempts - 1), 8 * 60) * minute;
}

/**
 * Sends the emails in the outbox, each at least once and always with the same Message-ID. Several workers share the
 * outbox with leases. Each sends a few at a time, so one that hangs does not hold up the others. An email that fails eight times, or that the
 * mail server refuses for good, is parked. `stop` waits for sends in progress, but not longer
 * than `grace`.
 */
export function createMailWorker(options: WorkerOptions): LeaseWorker {
  const { outbox, transport, now = Date.now, every = 1_000, grace = 8_000, log } = options;
  let stopped: Promise<void> | undefined;
  const worker = createLeaseWorker<ClaimedMail>({
    lease: (holder, limit) => outbox.claim({ holder, until: now() + leaseFor }, { now: now(), limit }),
    maxConcurrent: maxConnections,
    handle: deliver,
    release: ({ id }, holder) => outbox.release(id, holder),
    every,
    onError: (error) => log(`the outbox can’t be read (${describeSendFailure(error).code})`),
  });

  async function deliver(claimed: ClaimedMail, holder: string): Promise<void> {
    try {
      await transport.send(envelope(claimed), AbortSignal.timeout(sendTimeout));
    } catch (error) {
      return fail(claimed, { holder, error });
    }
    await storeOutcome(() => outbox.markSent(claimed.id, { holder, now: now() }));
  }

  function envelope({ id, mail }: ClaimedMail) {
    return {
      ...mail,
      from: options.from,
      messageId: `<${id}@${domainOf(options.from)}>`,
      date: new Date(now()),
    };
  }

  async function fail(
    { id, attempts, mail }: ClaimedMail,
    { holder, error }: { holder: string; error: unknown },
  ): Promise<void> {
    const { code, isFinal, hint } = describeSendFailure(error);
    const parked = isFinal || attempts >= maxAttempts;
    const retryAt = parked ? null : now() + retryDelay(attempts);
    const what = `${mail.kind} ${id} ${isFinal ? 'was refused' : 'failed'} (${code})`;
    log(`${what}, ${parked ? 'parked' : `attempt ${attempts}`}${hint === undefined ? '' : `: ${hint}`}`);
    const reason = isFinal ? `refused ${code}` : code;
    await storeOutcome(() => outbox.markFailed(id, { holder, error: reason, retryAt }));
  }

  /** Tries again while the store is unavailable: an email that is not marked as sent would be sent twice. */
  async function storeOutcome(store: () => Promise<void>): Promise<void> {
    for (const until = now() + storeOutcomeFor; ;) {
      try {
        await store();
        return;
      } catch (error) {
        if (stopped || now() > until) throw error;
      }
      await sleep(every);
    }
  }

  async function stop(): Promise<void> {
    await within(grace, worker.stop()).catch(() => log('stopped while an email was being sent'));
    transport.close();
  }

  return { ...worker, stop: () => (stopped ??= stop()) };
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

function domainOf(from: string): string {
  return /@([^\s<>@]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
}
