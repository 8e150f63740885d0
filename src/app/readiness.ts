import { within } from '#lib/base/within.ts';
import { messageOf } from '#lib/base/message-of.ts';

/** Why a server should get no new visitors. The reason is public. */
type Refusal = {
  status: 'starting' | 'stopping' | 'store unavailable' | 'old publication';
  reason: string;
};
type ReadinessAnswer = { status: 'ready' } | Refusal;

type Checks = {
  /** Rejects if the store cannot be used. */
  askStore: () => Promise<unknown>;
  /** Whether the last publication is served. */
  isCurrent: () => boolean;
};

/** Whether a load balancer should send visitors to this server. */
export type Readiness = {
  /** Asks the store at most once a second. */
  read(): Promise<ReadinessAnswer>;
  /** Called once the server listens and is warm. */
  started(checks: Checks): void;
  /** Called when the server begins to stop. */
  stopping(): void;
};

const askStoreAfter = 1_000;
/** A balancer's check usually fails after this time, and would not see the reason. */
const storeAnswersWithin = 2_000;

const starting: Refusal = {
  status: 'starting',
  reason: 'The server publishes the site, opens it, and answers requests of its own first.',
};
const stopping: Refusal = {
  status: 'stopping',
  reason: 'The server is shutting down: use another instance.',
};
const oldPublication: Refusal = {
  status: 'old publication',
  reason: 'The server cannot serve the last publication, and serves an earlier one. Its log says why.',
};

/** Creates the readiness of a server that starts. */
export function createReadiness(): Readiness {
  let checks: Checks | undefined;
  let isStopping = false;
  let asked: { at: number; answer: Promise<ReadinessAnswer> } | undefined;

  return {
    async read() {
      if (isStopping) return stopping;
      if (!checks) return starting;
      if (!checks.isCurrent()) return oldPublication;
      const now = performance.now();
      if (!asked || now - asked.at >= askStoreAfter) asked = { at: now, answer: readStore(checks) };
      return asked.answer;
    },
    started(given) {
      checks = given;
    },
    stopping() {
      isStopping = true;
    },
  };
}

async function readStore({ askStore }: Checks): Promise<ReadinessAnswer> {
  return within(storeAnswersWithin, askStore).then(
    () => ({ status: 'ready' }) as const,
    (error: unknown) => ({ status: 'store unavailable', reason: messageOf(error) }) as const,
  );
}
