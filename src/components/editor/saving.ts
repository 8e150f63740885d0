import { mergeTexts, type MergedText } from '#lib/editing/merge.ts';
import type { SaveConflict, Saved, Seen } from '#lib/editing/save-draft.ts';
import { RefusedError, type DeskClient } from './desk-client.ts';
import { createLocalCopy } from './local-copy.ts';

/** The draft on the server, as this browser last saw it. */
type Stored = Seen & { text: string };

export type SaveState =
  | { kind: 'saved'; at: number; changeSet: string }
  | { kind: 'unchanged' | 'saving' | 'unsaved' | 'offline' | 'conflict' | 'gone' }
  | { kind: 'outdated'; merge: () => void }
  | { kind: 'refused'; reason: string; isSignedOut: boolean };

/** Where the other version of a text is from: a colleague, the published page, the page after the draft is gone, or another window. */
export type OtherVersion = { from: SaveConflict['reason'] | 'gone' | 'window'; by?: string | undefined };

type SavingOptions = {
  file: string;
  client: Pick<DeskClient, 'save' | 'state'>;
  stored: Stored;
  readText: () => string;
  /** Shows the text after changes of others were merged into it. */
  onMerged: (text: string) => void;
  /** Asks the user to resolve the conflicts. Saving pauses until `resolve` is called. */
  onConflict: (merged: MergedText, other: OtherVersion) => void;
  onState: (state: SaveState) => void;
  onPeople: (people: Saved['people']) => void;
};

/** In milliseconds. */
const pause = 800;
const retryAfter = 5_000;
const heartbeatEvery = 10_000;

export type Saving = ReturnType<typeof createSaving>;

/**
 * Saves the text after each pause in typing. Without a connection, the text stays in this browser and is merged when
 * the connection is back.
 */
export function createSaving(options: SavingOptions) {
  const { file, client, readText, onMerged, onConflict, onState, onPeople } = options;
  const copy = createLocalCopy(file);
  let stored = options.stored;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isSaving = false;
  let running = Promise.resolve();
  let isInConflict = false;
  let isMergeRequested = false;
  let unsaved: ReturnType<typeof copy.ofOtherWindows> = [];

  const isChanged = () => readText() !== stored.text;

  function changed(): void {
    copy.store({ ...stored, mine: readText() });
    if (isInConflict) return;
    onState({ kind: isChanged() ? 'unsaved' : 'unchanged' });
    schedule(pause);
  }

  function schedule(wait: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void save(), wait);
  }

  function save(): Promise<void> {
    clearTimeout(timer);
    if (!isSaving && !isInConflict && isChanged()) running = send();
    return running;
  }

  /** Saves everything. @returns false if saving failed; `onState` has reported why */
  async function finish(): Promise<boolean> {
    if (isSaving) await running;
    await save();
    return !isChanged() && !isInConflict;
  }

  async function send(): Promise<void> {
    isSaving = true;
    onState({ kind: 'saving' });
    const text = readText();
    try {
      const { version, basedOn } = stored;
      const result = await client.save({ file, version, basedOn, text });
      if ('saved' in result) take(text, result.saved);
      else if (readText() === text) merge(result.conflict);
      // A dialog would take what is being typed. The next save meets the same conflict.
      else schedule(pause);
    } catch (error) {
      if (error instanceof RefusedError) {
        onState({ kind: 'refused', reason: error.message, isSignedOut: error.isSignedOut });
      } else onState({ kind: 'offline' });
      schedule(retryAfter);
    } finally {
      isSaving = false;
    }
  }

  function take(text: string, { version, savedAt, basedOn, changeSet, people }: Saved): void {
    stored = { version, basedOn, text };
    onPeople(people);
    if (isChanged()) return changed();
    copy.remove();
    onState({ kind: 'saved', at: savedAt, changeSet });
  }

  /** Merges a text that someone else has saved or published. */
  function merge({ reason, base, text: theirs, version, basedOn, savedBy }: SaveConflict): void {
    const isGone = reason === 'saved' && version === 0 && stored.version > 0;
    const begun = reason === 'saved' && stored.version > 0 ? stored.text : base;
    stored = { version, basedOn, text: theirs };
    apply({ base: begun, mine: readText(), theirs }, { from: isGone ? 'gone' : reason, by: savedBy });
    if (isGone && !isInConflict) onState({ kind: 'gone' });
  }

  function apply(texts: { base: string; mine: string; theirs: string }, other: OtherVersion): void {
    const merged = mergeTexts(texts);
    isInConflict = merged.conflicts.length > 0;
    if (!isInConflict) {
      onMerged(merged.text);
      schedule(0);
      return;
    }
    onState({ kind: 'conflict' });
    onConflict(merged, other);
  }

  /** Restores the texts that this browser stored because they could not be saved, and merges what was published since. */
  function restore(): void {
    unsaved = copy.ofOtherWindows();
    restoreNext();
    void sendHeartbeat();
  }

  function restoreNext(): void {
    const [next] = unsaved;
    if (!next) return;
    apply({ base: next.copy.text, mine: next.copy.mine, theirs: readText() }, { from: 'window' });
    if (!isInConflict) restored();
  }

  /** The text is part of this window's own copy now. */
  function restored(): void {
    unsaved.shift()?.remove();
    restoreNext();
  }

  /**
   * Reports to the server that the entry is open, and merges changes that others have saved or published since. Text that
   * is not saved yet is merged when it is, after a pause in typing.
   */
  async function sendHeartbeat(): Promise<void> {
    if (document.hidden) return;
    const seen = stored;
    const state = await client.state({ file, ...seen }).catch(() => undefined);
    if (!state) return;
    onPeople(state.people);
    // The response describes the state when the request was sent. A save may have changed it since.
    if (stored !== seen || isSaving || isInConflict || isChanged()) return;
    const isDraft = seen.version > 0;
    if (state.conflict?.reason === 'published' && isDraft && !isMergeRequested) {
      // A merge is saved: it makes whoever opened the entry an author, and returns submitted changes to their authors.
      onState({ kind: 'outdated', merge: requestMerge });
    } else if (state.conflict) merge(state.conflict);
  }

  function requestMerge(): void {
    isMergeRequested = true;
    void sendHeartbeat();
  }

  addEventListener('online', () => schedule(0));
  const heartbeat = setInterval(() => void sendHeartbeat(), heartbeatEvery);
  return {
    changed,
    restore,
    save,
    finish,
    /** Saves the text after the user resolved the conflicts. */
    resolve() {
      isInConflict = false;
      restored();
      schedule(0);
    },
    stop() {
      clearInterval(heartbeat);
      clearTimeout(timer);
    },
  };
}
