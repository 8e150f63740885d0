import type { RenderedDraft } from '#lib/editing/editor-types.ts';
import { element } from './elements.ts';
import { updateNode } from './update-node.ts';

type PreviewOptions = {
  frame: HTMLIFrameElement;
  /** Loads the whole page into the frame, once. Later renderings patch it. */
  openFrame: () => void;
  render: (text: string) => Promise<RenderedDraft>;
  readText: () => string;
  /** The text of the line with the cursor. */
  readLine: () => string;
  onRendered: (draft: RenderedDraft) => void;
  onFailure: (error: unknown) => void;
};

/** Debounce in milliseconds. */
const pause = 60;
const retryAfter = 2_000;

/** Renders the text into the frame with one request at a time, and again if the text has changed since. */
export function createLivePreview(options: PreviewOptions) {
  const { frame, openFrame, render, readText, readLine, onRendered, onFailure } = options;
  let isRunning = false;
  let isStale = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const edges = addEdges(frame);
  frame.addEventListener('load', () => {
    // Disable links: other pages may refuse to be framed.
    frame.contentDocument?.addEventListener('click', (event) => event.preventDefault());
    frame.contentDocument?.addEventListener('keydown', (event) => leaveOnTab(event, edges));
    if (isLoaded()) scrollToLine();
  });

  const hasChanged = () => isStale;
  const isLoaded = () => frame.contentDocument?.querySelector('link[rel="stylesheet"], style') != null;

  function request(wait = pause): void {
    isStale = true;
    if (isRunning) return;
    clearTimeout(timer);
    timer = setTimeout(() => void run(), wait);
  }

  async function run(): Promise<void> {
    isRunning = true;
    isStale = false;
    try {
      const draft = await render(readText());
      if (draft.html !== null) show(draft.html);
      onRendered(draft);
    } catch (error) {
      onFailure(error);
      setTimeout(() => request(0), retryAfter);
    } finally {
      isRunning = false;
    }
    if (hasChanged()) request();
  }

  function show(html: string): void {
    const page = frame.contentDocument;
    const window = page?.defaultView;
    if (!page || !window || !isLoaded()) return openFrame();
    updateNode(page.body, new window.DOMParser().parseFromString(html, 'text/html').body);
    // The page's policy allows no other style sheet, so new colours are set on its root.
    const look = page.querySelector<HTMLElement>('[data-look]')?.dataset['look'];
    if (look !== undefined) page.documentElement.style.cssText = look;
    page.documentElement.dataset['drafted'] = String(
      Number(page.documentElement.dataset['drafted'] ?? 0) + 1,
    );
    scrollToLine();
  }

  function scrollToLine(): void {
    const page = frame.contentDocument;
    const found = page && findBlock(page, readLine());
    if (!found) return;
    const { top, bottom } = found.getBoundingClientRect();
    const height = frame.contentWindow?.innerHeight ?? 0;
    if (top >= 0 && bottom <= height) return;
    // `scrollIntoView` would also scroll the editor.
    frame.contentWindow?.scrollBy({ top: (top + bottom - height) / 2, behavior: 'instant' });
  }

  return { request, scrollToLine, isLoaded };
}

/** Adds an element before and one after the frame that only scripts can focus. */
function addEdges(frame: HTMLIFrameElement) {
  const [before, after] = [element('span', { tabindex: '-1' }), element('span', { tabindex: '-1' })];
  frame.before(before);
  frame.after(after);
  return { before, after };
}

/** Makes the frame one tab stop, because its links are disabled: focuses an edge, from which Tab moves on. */
function leaveOnTab({ key, shiftKey }: KeyboardEvent, { before, after }: ReturnType<typeof addEdges>): void {
  if (key === 'Tab') (shiftKey ? before : after).focus();
}

const blocks = 'p, li, h1, h2, h3, h4, td, th, dd, dt, figcaption, summary, blockquote, pre';

/** Finds the block of the page with the words of a line of the text, or the sample of its colour. */
function findBlock(page: Document, line: string): Element | undefined {
  const [colour] = /#[\da-f]{6}\b/i.exec(line) ?? [];
  const sample = colour && page.querySelector(`main [fill="${colour}" i]`);
  if (sample) return sample;
  const words = wordsOf(line.replaceAll(/\]\([^)]*\)|<[^>]*>/g, ' '));
  if (words.length === 0) return undefined;
  let best: { element: Element; score: number } | undefined;
  for (const element of (page.querySelector('main') ?? page).querySelectorAll(blocks)) {
    const own = new Set(wordsOf(element.textContent));
    const score = words.filter((word) => own.has(word)).length / words.length - own.size / 1e5;
    if (score > (best?.score ?? 0.6)) best = { element, score };
  }
  return best?.element;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
