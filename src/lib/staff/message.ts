import type { StaffLog } from '#lib/store/staff/staff-log.ts';
import { describeAction } from './action-sentences.ts';

const shownFor = 10 * 60 * 1000;

/**
 * Reads the confirmation that a page shows after an action. The address contains the id of a log entry. Only the member
 * who acted sees the message, and only for ten minutes, so a forged link shows nothing.
 */
export async function readMessage(
  { searchParams }: URL,
  { log, who, now = Date.now() }: { log: StaffLog; who: string; now?: number },
): Promise<string | undefined> {
  const id = searchParams.get('did');
  if (id === null || !/^[0-9a-f-]{36}$/.test(id)) return undefined;
  const entry = await log.find(id);
  if (entry?.who !== who || now - entry.at > shownFor) return undefined;
  return describeAction(entry);
}

/** The address of the page `path` with the confirmation of this log entry's action, if there is one. */
export function addressAfter(path: string, logId: string | undefined): string {
  if (logId === undefined) return path;
  return `${path}${path.includes('?') ? '&' : '?'}did=${logId}`;
}
