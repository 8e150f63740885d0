import type { StaffLog } from '#lib/store/staff/staff-log.ts';
import { describeAction } from './labels.ts';

const shownFor = 10 * 60 * 1000;

/**
 * Reads the confirmation that a page shows after an action. The address names a log entry; only the member who did it
 * sees the message, for ten minutes, so a link that someone else made up shows nothing.
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

/** The address of `path` that confirms the action of this log entry. */
export function addressAfter(path: string, logId: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}did=${logId}`;
}
