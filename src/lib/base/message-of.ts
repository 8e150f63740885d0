/** Returns the message of a thrown value, for logs and reports. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
