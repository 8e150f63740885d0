/** An unsaved text (`mine`), and the text and version on the server that it is based on. */
type LocalCopy = { version: number; basedOn: string | null; text: string; mine: string };

/** Stores the unsaved text of a file in this browser. Does nothing without storage, as in a private window. */
export function createLocalCopy(file: string) {
  const key = `lectern-draft ${file}`;
  return {
    store(copy: LocalCopy): void {
      attempt(() => localStorage.setItem(key, JSON.stringify(copy)));
    },
    read(): LocalCopy | undefined {
      return attempt(() => JSON.parse(localStorage.getItem(key) ?? 'null') as LocalCopy | null) ?? undefined;
    },
    remove(): void {
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
