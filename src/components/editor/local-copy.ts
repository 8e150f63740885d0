/** An unsaved text (`mine`), and the text and version on the server that it is based on. */
type LocalCopy = { version: number; basedOn: string | null; text: string; mine: string };

/**
 * Stores the unsaved text of a file in this browser, one for each window, so that two windows keep both texts. Does nothing
 * without storage, as in a private window.
 */
export function createLocalCopy(file: string) {
  const prefix = `lectern-draft ${file} `;
  const ownKey = prefix + String(Math.random());
  const remove = (key: string) => attempt(() => localStorage.removeItem(key));
  return {
    store(copy: LocalCopy): void {
      attempt(() => localStorage.setItem(ownKey, JSON.stringify(copy)));
    },
    remove: () => remove(ownKey),
    /** Returns what other windows could not save, closed ones and open ones, each with a function that removes it. */
    ofOtherWindows(): { copy: LocalCopy; remove: () => void }[] {
      return listKeys()
        .filter((key) => key.startsWith(prefix) && key !== ownKey)
        .flatMap((key) => {
          const copy = attempt(() => JSON.parse(localStorage.getItem(key) ?? 'null') as LocalCopy | null);
          return copy ? [{ copy, remove: () => remove(key) }] : [];
        });
    },
  };
}

function listKeys(): string[] {
  const keys = attempt(() => Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at)));
  return keys?.filter((key) => key !== null) ?? [];
}

function attempt<Result>(action: () => Result): Result | undefined {
  try {
    return action();
  } catch (error) {
    if (error instanceof DOMException || error instanceof SyntaxError) return undefined;
    throw error;
  }
}
