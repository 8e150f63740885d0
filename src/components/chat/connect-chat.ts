import { answerQuestion } from './answer-question.ts';
import { dressPanel } from './chat-panel.ts';
import { createComposer, findElements } from './composer.ts';
import { createConversationStore, requestOf, startTurn, type Turn } from './conversation.ts';
import { createFollower } from './follow-answer.ts';
import { element } from './render-markdown.ts';
import { createTurnList } from './turn-list.ts';
import { spokenAnswer } from './turn-view.ts';

/** Makes the chat of a page or panel work. Where there is no model, the panel alone is made. */
export function connectChat(root: HTMLElement): void {
  const panel = root.closest('dialog');
  if (panel) dressPanel(panel, root);
  const elements = findElements(root);
  if (!elements) return;
  const store = createConversationStore(() => sessionStorage);
  let conversation = store.load();
  let stop: AbortController | undefined;
  const follower = createFollower(root);
  const announce = (text: string) => elements.log.replaceChildren(element('p', [text]));
  const composer = createComposer(elements, (question) => void ask(question));
  const turns = createTurnList(elements.turns, {
    origins: [location.origin, root.dataset['siteOrigin'] ?? location.origin],
    heading: panel ? 'h3' : 'h2',
    onRetry: (turn) => {
      if (stop) return;
      forget(turn);
      void ask(turn.question);
    },
    onCopied: () => announce('Copied.'),
  });

  async function ask(question: string): Promise<void> {
    const abort = (stop = new AbortController());
    const body = requestOf(conversation, question);
    const turn = startTurn(question);
    conversation.turns.push(turn);
    const view = turns.add(turn);
    composer.clearProblem();
    show();
    announce('Answering.');
    follower.start();
    const onChange = onePerFrame(() => {
      view.show({ isLast: true });
      follower.follow(view.root);
    });
    onChange();
    const refusal = await answerQuestion(turn, { body, stop: abort.signal, onChange });
    if (stop !== abort) return;
    stop = undefined;
    if (refusal) forget(turn);
    show();
    follower.follow(view.root);
    if (refusal) composer.giveBack(question, refusal);
    else announce(spokenAnswer(turn, view));
  }

  function forget(turn: Turn): void {
    conversation.turns = conversation.turns.filter((one) => one !== turn);
    turns.remove(turn);
  }

  function show(): void {
    turns.show();
    composer.showProgress({ isAnswering: stop !== undefined, isEmpty: turns.isEmpty });
    store.save(conversation);
  }

  function load(): void {
    conversation = store.load();
    turns.replaceAll(conversation.turns);
    show();
  }

  elements.stop.addEventListener('click', () => stop?.abort());
  elements.new.addEventListener('click', () => {
    stop?.abort();
    stop = undefined;
    store.save({ ...conversation, turns: [] });
    load();
    composer.reset();
    announce('New conversation.');
  });
  window.addEventListener('pagehide', () => store.save(conversation));
  // A page that comes back as it was left may have been overtaken by what was asked on other pages.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && !stop) load();
  });
  load();
  elements.live.hidden = false;
}

/** Calls `draw` at most once a frame, however often it is asked to. */
function onePerFrame(draw: () => void): () => void {
  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(() => {
      isDue = false;
      draw();
    });
  };
}
