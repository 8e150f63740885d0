import { chatText } from '#lib/i18n/en/chat.ts';
import type { Turn } from './conversation.ts';
import { allowedUrl, type LinkRules, type Source } from './parse-inline.ts';
import { createElement, createMarkdownWriter } from './render-markdown.ts';

export type TurnView = {
  readonly root: HTMLElement;
  /** Renders the turn's current state. Called often while an answer streams. */
  update(options: { isLast: boolean }): void;
};

type Heading = 'h2' | 'h3';
export type TurnViewOptions = {
  origins: LinkRules['origins'];
  heading: Heading;
  onRetry: () => void;
  onCopied: () => void;
};

export function createTurnView(turn: Turn, options: TurnViewOptions): TurnView {
  const { root, answer, state, sources, tools, copy, retry, notice } = createTurnElements(turn, options);
  const writer = createMarkdownWriter(answer);
  const rules = { origins: options.origins, sources: turn.sources };
  let hasSources = false;

  return {
    root,
    update({ isLast }) {
      const isOpen = turn.state === 'answering';
      root.dataset['state'] = turn.state;
      writer.write(turn.answer, { rules, isOpen });
      setText(state, describeState(turn));
      setText(notice, turn.notice);
      // Browsers offer the clipboard on secure origins only.
      copy.hidden = turn.answer === '' || !window.isSecureContext;
      retry.hidden = !isLast || (turn.state !== 'cut-off' && turn.state !== 'stopped');
      tools.hidden = isOpen;
      if (isOpen || hasSources) return;
      hasSources = true;
      sources.append(...renderSources(turn, options.heading, rules));
    },
  };
}

function createTurnElements(turn: Turn, { heading, onRetry, onCopied }: TurnViewOptions) {
  const answer = withClass(createElement('div', []), 'chat-answer');
  const state = withClass(createElement('p', []), 'chat-state');
  const sources = withClass(createElement('div', []), 'chat-sources');
  const notice = withClass(createElement('span', []), 'chat-notice');
  const retry = quietButton(chatText.tryAgain, onRetry);
  const copy = quietButton(chatText.copyAnswer, () => void copyAnswer(turn).then(onCopied, () => undefined));
  const tools = withClass(createElement('div', [copy, retry, notice]), 'chat-tools');
  const root = createElement('section', [
    withClass(createElement(heading, [chatText.questionHeading]), 'visually-hidden'),
    withClass(createElement('p', [turn.question]), 'chat-question'),
    withClass(createElement(heading, [chatText.answerHeading]), 'visually-hidden'),
    answer,
    state,
    sources,
    tools,
  ]);
  return { root: withClass(root, 'chat-turn'), answer, state, sources, tools, copy, retry, notice };
}

/** Returns the answer without citation numbers, then its state, for screen readers. */
export function toSpokenAnswer(turn: Turn, { root }: TurnView): string {
  const answer = root.querySelector('.chat-answer')?.cloneNode(true);
  if (!(answer instanceof Element)) return describeState(turn);
  for (const citation of answer.querySelectorAll('.chat-citation')) citation.remove();
  for (const block of answer.querySelectorAll('p, li, th, td, pre')) block.append(' ');
  return `${answer.textContent} ${describeState(turn)}`.replace(/\s+/g, ' ').trim();
}

/** Returns the status line: empty for a complete answer, and while its text arrives. */
function describeState({ state, answer, sources, problem }: Turn): string {
  if (state === 'stopped') return chatText.stopped;
  if (state === 'cut-off') return problem;
  if (state === 'complete' || answer !== '') return '';
  return sources.length === 0 ? chatText.searching : chatText.reading({ passages: sources.length });
}

/** Lists the cited sources, and the others in a `<details>` element. */
function renderSources({ answer, sources, state }: Turn, heading: Heading, rules: LinkRules): HTMLElement[] {
  if (sources.length === 0) return [];
  const numbers = new Set(
    [...answer.matchAll(/\[(\d{1,3}(?:\s*[,;]\s*\d{1,3})*)\]/g)].flatMap(([, list = '']) =>
      list.split(/[,;]/).map(Number),
    ),
  );
  const cited = sources.filter(({ number }) => numbers.has(number));
  const others = sources.filter(({ number }) => !numbers.has(number));
  const subheading = heading === 'h2' ? 'h3' : 'h4';
  if (cited.length === 0) {
    const title = state === 'complete' ? chatText.relatedPages : chatText.foundPages;
    return [createElement(subheading, [title]), renderCards(others, rules)];
  }
  const parts: HTMLElement[] = [createElement(subheading, [chatText.sources]), renderCards(cited, rules)];
  if (others.length === 0) return parts;
  const summary = createElement('summary', [chatText.otherSources({ count: others.length })]);
  return [...parts, createElement('details', [summary, renderCards(others, rules)])];
}

function renderCards(sources: readonly Source[], rules: LinkRules): HTMLElement {
  const cards = sources.map(({ number, url, title }) => {
    const link = withClass(
      createElement('a', [
        withClass(createElement('span', [String(number)]), 'chat-source-number'),
        withClass(createElement('span', [title, renderSection(url)]), 'chat-source-title'),
      ]),
      'chat-source',
    );
    link.href = allowedUrl(url, rules) ?? '/ask';
    return createElement('li', [link]);
  });
  return createElement('ol', cards);
}

/** Shows the section of the site that a page belongs to. The path determines it. */
function renderSection(url: string): HTMLElement {
  const [section = '', ...rest] = new URL(url).pathname.split('/').filter(Boolean);
  const name = rest.length === 0 ? '' : section.charAt(0).toUpperCase() + section.slice(1);
  return withClass(createElement('small', [name]), 'chat-source-place');
}

async function copyAnswer({ answer, sources }: Turn): Promise<void> {
  const list = sources.map(({ number, url, title }) => `[${number}] ${title}: ${url}`).join('\n');
  await navigator.clipboard.writeText(list === '' ? answer : `${answer.trim()}\n\n${list}\n`);
}

function quietButton(label: string, onClick: () => void): HTMLButtonElement {
  const button = withClass(createElement('button', [label]), 'quiet');
  button.type = 'button';
  button.addEventListener('click', onClick);
  return button;
}

function withClass<Made extends HTMLElement>(element: Made, className: string): Made {
  element.className = className;
  return element;
}

function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
  element.hidden = text === '';
}
