import { chatText } from '#lib/i18n/en/chat.ts';
import type { Refusal } from './send-question.ts';

const names = [
  'live',
  'turns',
  'suggestions',
  'foot',
  'label',
  'form',
  'count',
  'send',
  'stop',
  'new',
  'problem',
  'instead',
  'log',
] as const;

/** The elements of `Chat.astro` by their `data-chat-` names. */
export type ChatElements = Record<(typeof names)[number], HTMLElement> & { field: HTMLTextAreaElement };

export type Composer = {
  /** Shows the stop button while an answer is in progress, and the suggestions in an empty conversation. */
  showProgress(progress: { isAnswering: boolean; isEmpty: boolean }): void;
  /** Restores a rejected question and shows the reason. If the chat is unavailable, also shows the search. */
  restore(question: string, refusal: Refusal): void;
  reset(): void;
  clearProblem(): void;
};

/** The number of remaining characters at which the count appears. */
const countFrom = 200;
const shortWaitMs = 15 * 60_000;
const minuteMs = 60_000;

/** Returns undefined if the page has no chat. */
export function findElements(root: HTMLElement): ChatElements | undefined {
  const field = root.querySelector('textarea');
  const found = names.flatMap((name) => {
    const part = root.querySelector<HTMLElement>(`[data-chat-${name}]`);
    return part ? [[name, part] as const] : [];
  });
  if (!field || found.length < names.length) return undefined;
  return { ...(Object.fromEntries(found) as ChatElements), field };
}

/** Connects the question field, its buttons, the suggestions and the error message. */
export function createComposer(elements: ChatElements, onAsk: (question: string) => void): Composer {
  const { field, form, label, stop, send, suggestions, instead } = elements;
  const updateCount = connectCount(elements);
  const setQuestion = (question: string) => {
    field.value = question;
    updateCount();
  };
  connectSending(elements, (question) => {
    setQuestion('');
    onAsk(question);
  });
  return {
    clearProblem: () => showProblem(elements, ''),
    showProgress({ isAnswering, isEmpty }) {
      const hadFocus = document.activeElement === stop;
      stop.hidden = !isAnswering;
      send.hidden = isAnswering;
      if (hadFocus && !isAnswering) field.focus({ preventScroll: true });
      suggestions.hidden = !isEmpty;
      elements.new.hidden = isEmpty;
      elements.live.toggleAttribute('data-has-turns', !isEmpty);
    },
    restore(question, refusal) {
      const { text, retryAt, reason } = refusal;
      showProblem(elements, retryAt === undefined ? text : `${text} ${describeRetry(retryAt)}`);
      if (field.value === '') setQuestion(question);
      if (reason === 'unavailable') showSearch(elements, question, retryAt);
      else field.focus({ preventScroll: true });
    },
    reset() {
      showProblem(elements, '');
      setQuestion('');
      instead.hidden = true;
      form.hidden = false;
      label.hidden = false;
      field.focus();
    },
  };
}

function showProblem({ problem }: ChatElements, text: string): void {
  problem.textContent = text;
  problem.hidden = text === '';
}

/** Shows the search with the question. Hides the question field if the chat is unavailable for long. */
function showSearch(elements: ChatElements, question: string, retryAt = Infinity): void {
  const isLongWait = retryAt - Date.now() > shortWaitMs;
  elements.form.hidden = isLongWait;
  elements.label.hidden = isLongWait;
  elements.suggestions.hidden = true;
  elements.new.hidden = false;
  elements.instead.hidden = false;
  const input = elements.instead.querySelector('input');
  if (!input) return;
  input.value = question.slice(0, input.maxLength);
  input.focus({ preventScroll: true });
}

/** Returns the function that updates the number of remaining characters. */
function connectCount({ field, count }: ChatElements): () => void {
  const update = () => {
    const left = field.maxLength - field.value.length;
    count.textContent = left > countFrom ? '' : chatText.charactersLeft({ count: left });
  };
  field.addEventListener('input', update);
  update();
  return update;
}

function connectSending(
  { field, form, send, stop, suggestions }: ChatElements,
  ask: (question: string) => void,
) {
  const isAnswering = () => !stop.hidden;
  const submit = () => {
    const question = field.value.trim();
    if (question !== '' && !isAnswering()) ask(question);
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const hadFocus = document.activeElement === send;
    submit();
    if (hadFocus) (isAnswering() ? stop : field).focus();
  });
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    submit();
  });
  suggestions.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null;
    if (!button || isAnswering()) return;
    ask(button.textContent.trim());
    stop.focus();
  });
}

/** Returns a sentence with the time to wait and the time of day at which to retry. */
function describeRetry(retryAt: number): string {
  const minutes = Math.max(1, Math.ceil((retryAt - Date.now()) / minuteMs));
  const hours = Math.round(minutes / 60);
  const time = new Date(retryAt).toLocaleTimeString(document.documentElement.lang, {
    hour: '2-digit',
    minute: '2-digit',
  });
  const wait = hours > 1 ? chatText.hours({ count: hours }) : chatText.minutes({ count: minutes });
  return chatText.askAgain({ wait, time });
}
