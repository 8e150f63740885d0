import { chatText } from '#lib/i18n/en/chat.ts';
import { answerQuestion } from './answer-question.ts';
import { setUpPanel } from './chat-panel.ts';
import { createComposer, findElements, type ChatElements, type Composer } from './composer.ts';
import {
  createConversationStore,
  startTurn,
  toRequestBody,
  type Conversation,
  type ConversationStore,
  type Turn,
} from './conversation.ts';
import { createScrollFollower, type ScrollFollower } from './follow-answer.ts';
import { createElement } from './render-markdown.ts';
import { createTurnList, type TurnList } from './turn-list.ts';
import { toSpokenAnswer } from './turn-view.ts';

type Session = {
  elements: ChatElements;
  store: ConversationStore;
  conversation: Conversation;
  /** Defined while a question is being answered; aborting it stops the answer. */
  stop: AbortController | undefined;
  turns: TurnList;
  composer: Composer;
  follower: ScrollFollower;
};

/** Connects the chat of the page or panel. If the site has no model, only the panel is set up. */
export function connectChat(root: HTMLElement): void {
  const panel = root.closest('dialog');
  if (panel) setUpPanel(panel, root);
  const elements = findElements(root);
  if (!elements) return;
  const store = createConversationStore(() => sessionStorage);
  const session: Session = {
    elements,
    store,
    conversation: store.load(),
    stop: undefined,
    composer: createComposer(elements, (question) => void ask(session, question)),
    turns: createTurnList(elements.turns, {
      origins: [location.origin, root.dataset['siteOrigin'] ?? location.origin],
      heading: panel ? 'h3' : 'h2',
      onRetry: (turn) => retry(session, turn),
      onCopied: () => announce(session, chatText.copied),
    }),
    follower: createScrollFollower(root),
  };
  connectEvents(session);
  reload(session);
  elements.live.hidden = false;
}

function connectEvents(session: Session): void {
  const { elements, store } = session;
  elements.stop.addEventListener('click', () => session.stop?.abort());
  elements.new.addEventListener('click', () => startNewConversation(session));
  window.addEventListener('pagehide', () => store.save(session.conversation));
  // A page from the back/forward cache may be older than the stored conversation.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && !session.stop) reload(session);
  });
}

async function ask(session: Session, question: string): Promise<void> {
  const { conversation, turns, composer, follower } = session;
  const stop = (session.stop = new AbortController());
  const body = toRequestBody(conversation, question);
  const turn = startTurn(question);
  conversation.turns.push(turn);
  const view = turns.add(turn);
  composer.clearProblem();
  render(session);
  announce(session, chatText.answering);
  follower.start();
  const onChange = oncePerFrame(() => {
    view.update({ isLast: true });
    follower.follow(view.root);
  });
  onChange();
  const refusal = await answerQuestion(turn, { body, stop: stop.signal, onChange });
  if (session.stop !== stop) return;
  session.stop = undefined;
  if (refusal) removeTurn(session, turn);
  render(session);
  follower.follow(view.root);
  if (refusal) composer.restore(question, refusal);
  else announce(session, toSpokenAnswer(turn, view));
}

function retry(session: Session, turn: Turn): void {
  if (session.stop) return;
  removeTurn(session, turn);
  void ask(session, turn.question);
}

function removeTurn({ conversation, turns }: Session, turn: Turn): void {
  conversation.turns = conversation.turns.filter((one) => one !== turn);
  turns.remove(turn);
}

function startNewConversation(session: Session): void {
  session.stop?.abort();
  session.stop = undefined;
  session.store.save({ ...session.conversation, turns: [] });
  reload(session);
  session.composer.reset();
  announce(session, chatText.conversationStarted);
}

function reload(session: Session): void {
  session.conversation = session.store.load();
  session.turns.replaceAll(session.conversation.turns);
  render(session);
}

function render({ turns, composer, store, stop, conversation }: Session): void {
  turns.update();
  composer.showProgress({ isAnswering: stop !== undefined, isEmpty: turns.isEmpty });
  store.save(conversation);
}

function announce({ elements }: Session, text: string): void {
  elements.log.replaceChildren(createElement('p', [text]));
}

function oncePerFrame(draw: () => void): () => void {
  let isScheduled = false;
  return () => {
    if (isScheduled) return;
    isScheduled = true;
    requestAnimationFrame(() => {
      isScheduled = false;
      draw();
    });
  };
}
