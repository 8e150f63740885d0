import { setTimeout as sleep } from 'node:timers/promises';
import type { Metadata } from './directory-metadata.ts';

type Endpoints = Pick<Metadata, 'authorization_endpoint' | 'end_session_endpoint'>;

/** How long a page waits, in ms, for a directory that has not told its endpoints yet. */
const patience = 1_000;

/**
 * The origins of the issuer and of the endpoints to which browsers are sent. They are remembered, so that
 * no page waits for a directory that is away; while it never answered the issuer's has to do.
 */
export function createDirectoryOrigins(issuer: string, metadata: () => Promise<Endpoints | undefined>) {
  let known: readonly string[] | undefined;

  async function read(): Promise<void> {
    const endpoints = await metadata();
    if (!endpoints) return;
    const { authorization_endpoint: authorization, end_session_endpoint: endSession } = endpoints;
    const addresses = [issuer, authorization, ...(endSession === undefined ? [] : [endSession])];
    known = [...new Set(addresses.map((address) => new URL(address).origin))];
  }

  return async (): Promise<readonly string[]> => {
    const reading = read();
    if (!known) await Promise.race([reading, sleep(patience, undefined, { ref: false })]);
    return known ?? [new URL(issuer).origin];
  };
}
