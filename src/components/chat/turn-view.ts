import type { Turn } from './conversation.ts';
import { allowedAddress, type LinkRules, type Source } from './parse-inline.ts';
import { createMarkdownWriter, element } from './render-markdown.ts';

export type TurnView = {
  readonly root: HTMLElement;
  /** Shows the turn as it is now. Called often while an answer grows. */
  show(options: { isLast: boolean }): void;
};
export type TurnViewOptions = {
  origins: LinkRules['origins'];
  heading: 'h2' | 'h3';
  onRetry: () => void;
  onCopied: () => void;
};

export function createTurnView(
  turn: Turn,
  { origins, heading, onRetry, onCopied }: TurnViewOptions,
): TurnView {
  const answer = styled(element('div', []), 'chat-answer');
  const state = styled(element('p', []), 'chat-state');
  const sources = styled(element('div', []), 'chat-sources');
  const retry = quietButton('Try again', onRetry);
  const copy = quietButton('Copy answer', () => void copyAnswer(turn).then(onCopied, () => undefined));
  const notice = styled(element('span', []), 'chat-notice');
  const tools = styled(element('div', [copy, retry, notice]), 'chat-tools');
  const root = styled(
    element('section', [
      styled(element(heading, ['Question']), 'visually-hidden'),
      styled(element('p', [turn.question]), 'chat-question'),
      styled(element(heading, ['Answer']), 'visually-hidden'),
      answer,
      state,
      sources,
      tools,
    ]),
    'chat-turn',
  );
  const writer = createMarkdownWriter(answer);
  const rules = { origins, sources: turn.sources };
  let listsSources = false;

  return {
    root,
    show({ isLast }) {
      const isOpen = turn.state === 'answering';
      root.dataset['state'] = turn.state;
      writer.write(turn.answer, { rules, isOpen });
      setText(state, stateOf(turn));
      setText(notice, turn.notice);
      copy.hidden = turn.answer === '' || !canCopy();
      retry.hidden = !isLast || (turn.state !== 'cut-off' && turn.state !== 'stopped');
      tools.hidden = isOpen;
      if (isOpen || listsSources) return;
      listsSources = true;
      sources.append(...listSources(turn, { heading, rules }));
    },
  };
}

/** An answer as it is read out: without the numbers of its sources, and with how it ended. */
export function spokenAnswer(turn: Turn, { root }: TurnView): string {
  const answer = root.querySelector('.chat-answer')?.cloneNode(true);
  if (!(answer instanceof Element)) return stateOf(turn);
  for (const citation of answer.querySelectorAll('.chat-citation')) citation.remove();
  for (const block of answer.querySelectorAll('p, li, th, td, pre')) block.append(' ');
  return `${answer.textContent} ${stateOf(turn)}`.replace(/\s+/g, ' ').trim();
}

/** What is said under an answer that is not there yet or not whole. */
function stateOf({ state, answer, sources, problem }: Turn): string {
  if (state === 'stopped') return 'You stopped this answer.';
  if (state === 'cut-off') return problem;
  if (state === 'complete' || answer !== '') return '';
  return sources.length === 0 ? 'Looking through the site' : `Reading ${sources.length} passages`;
}

/** The sources that an answer names come first; the others were read, and may help as well. */
function listSources(
  { answer, sources, state }: Turn,
  { heading, rules }: { heading: 'h2' | 'h3'; rules: LinkRules },
): HTMLElement[] {
  const named = new Set(
    [...answer.matchAll(/\[(\d{1,3}(?:\s*[,;]\s*\d{1,3})*)\]/g)].flatMap(([, list = '']) =>
      list.split(/[,;]/).map(Number),
    ),
  );
  const cited = sources.filter(({ number }) => named.has(number));
  const others = sources.filter(({ number }) => !named.has(number));
  const below = heading === 'h2' ? 'h3' : 'h4';
  if (sources.length === 0) return [];
  if (cited.length === 0) {
    return [
      element(below, [state === 'complete' ? 'Pages that may help' : 'Pages found']),
      cardsOf(others, rules),
    ];
  }
  const parts: HTMLElement[] = [element(below, ['Sources']), cardsOf(cited, rules)];
  if (others.length > 0) {
    parts.push(
      element('details', [element('summary', [`Also read (${others.length})`]), cardsOf(others, rules)]),
    );
  }
  return parts;
}

function cardsOf(sources: readonly Source[], rules: LinkRules): HTMLElement {
  const cards = sources.map(({ number, url, title }) => {
    const link = styled(
      element('a', [
        styled(element('span', [String(number)]), 'chat-source-number'),
        styled(element('span', [title, placeOf(url)]), 'chat-source-title'),
      ]),
      'chat-source',
    );
    link.href = allowedAddress(url, rules) ?? '/ask';
    return element('li', [link]);
  });
  return element('ol', cards);
}

/** The part of the site that a page is in, as a small line under its title. */
function placeOf(url: string): HTMLElement {
  const [section = '', ...rest] = new URL(url).pathname.split('/').filter(Boolean);
  const place = rest.length === 0 ? '' : section.charAt(0).toUpperCase() + section.slice(1);
  return styled(element('small', [place]), 'chat-source-place');
}

async function copyAnswer({ answer, sources }: Turn): Promise<void> {
  const list = sources.map(({ number, url, title }) => `[${number}] ${title}: ${url}`).join('\n');
  await navigator.clipboard.writeText(list === '' ? answer : `${answer.trim()}\n\n${list}\n`);
}

/** Browsers have a clipboard on secure origins only. */
function canCopy(): boolean {
  return window.isSecureContext;
}

function quietButton(label: string, onClick: () => void): HTMLButtonElement {
  const button = styled(element('button', [label]), 'quiet');
  button.type = 'button';
  button.addEventListener('click', onClick);
  return button;
}

function styled<Made extends HTMLElement>(made: Made, className: string): Made {
  made.className = className;
  return made;
}

function setText(place: HTMLElement, text: string): void {
  if (place.textContent !== text) place.textContent = text;
  place.hidden = text === '';
}
