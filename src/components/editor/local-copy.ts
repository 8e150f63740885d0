/** A text that the server does not have yet, and what it began with. */
type Kept = { version: number; basedOn: string | null; text: string; mine: string };

/** Keeps one text in this browser. Without storage, as in a private window, nothing is kept. */
export function createLocalCopy(file: string) {
  const key = `lectern-draft ${file}`;
  return {
    keep(kept: Kept): void {
      attempt(() => localStorage.setItem(key, JSON.stringify(kept)));
    },
    read(): Kept | undefined {
      return attempt(() => JSON.parse(localStorage.getItem(key) ?? 'null') as Kept | null) ?? undefined;
    },
    forget(): void {
      attempt(() => localStorage.removeItem(key));
    },
  };
}

function attempt<Result>(action: () => Result): Result | undefined {
  try {
    return action();
  } catch (error) {
    if (error instanceof DOMException || error instanceof SyntaxError) return undefined;
    throw error;
  }
}
