import type { StaffLog } from '#lib/store/staff-log.ts';
import { tellAction } from './labels.ts';

const shownFor = 10 * 60 * 1000;

/**
 * What the page after an action confirms. The address names a line of the log, and only who did it is told,
 * for a while: a link that someone else made up says nothing.
 */
export async function readMessage(
  { searchParams }: URL,
  { log, who, now = Date.now() }: { log: StaffLog; who: string; now?: number },
): Promise<string | undefined> {
  const id = searchParams.get('did');
  if (id === null || !/^[0-9a-f-]{36}$/.test(id)) return undefined;
  const entry = await log.find(id);
  if (entry?.who !== who || now - entry.at > shownFor) return undefined;
  return tellAction(entry);
}

/** The address of `path` that confirms the action of this line of the log. */
export function addressAfter(path: string, logId: string): string {
  return `${path}?did=${logId}`;
}
