import { longestQuestion } from './conversation.ts';
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

/** The elements that `Chat.astro` makes, by their `data-chat-` names. */
export type ChatElements = Record<(typeof names)[number], HTMLElement> & { field: HTMLTextAreaElement };

export type Composer = {
  /** Shows the button to stop while an answer is under way, and what else fits the moment. */
  showProgress(progress: { isAnswering: boolean; isEmpty: boolean }): void;
  /** Gives a refused question back with the reason, or the search with the same words in its place. */
  giveBack(question: string, refusal: Refusal): void;
  /** The empty field again, as at the beginning. */
  reset(): void;
  clearProblem(): void;
};

const countFrom = longestQuestion - 200;
const shortWait = 15 * 60_000;

/** Undefined where the page offers no chat. */
export function findElements(root: HTMLElement): ChatElements | undefined {
  const field = root.querySelector('textarea');
  const found = names.flatMap((name) => {
    const part = root.querySelector<HTMLElement>(`[data-chat-${name}]`);
    return part ? [[name, part] as const] : [];
  });
  if (!field || found.length < names.length) return undefined;
  return { ...(Object.fromEntries(found) as ChatElements), field };
}

/** The field for a question with what stands around it: suggestions, buttons and what went wrong. */
export function createComposer(elements: ChatElements, onAsk: (question: string) => void): Composer {
  const { field, form, label, stop, send, suggestions, problem, instead } = elements;
  const showCount = connectCount(elements);
  const put = (question: string) => {
    field.value = question;
    showCount();
  };
  const tell = (text: string) => {
    problem.textContent = text;
    problem.hidden = text === '';
  };
  connectSending(elements, (question) => {
    put('');
    onAsk(question);
  });
  return {
    clearProblem: () => tell(''),
    showProgress({ isAnswering, isEmpty }) {
      const hadFocus = document.activeElement === stop;
      stop.hidden = !isAnswering;
      send.hidden = isAnswering;
      if (hadFocus && !isAnswering) field.focus({ preventScroll: true });
      suggestions.hidden = !isEmpty;
      elements.new.hidden = isEmpty;
      elements.live.toggleAttribute('data-has-turns', !isEmpty);
    },
    giveBack(question, refusal) {
      tell(refusal.retryAt === undefined ? refusal.text : `${refusal.text} ${whenAgain(refusal.retryAt)}`);
      if (field.value === '') put(question);
      if (refusal.reason !== 'unavailable') {
        field.focus({ preventScroll: true });
        return;
      }
      // Who has little to wait keeps the field beside the search.
      const isAwayForLong = (refusal.retryAt ?? Infinity) - Date.now() > shortWait;
      form.hidden = isAwayForLong;
      label.hidden = isAwayForLong;
      suggestions.hidden = true;
      elements.new.hidden = false;
      instead.hidden = false;
      const query = instead.querySelector('input');
      if (query) query.value = question.slice(0, query.maxLength);
      query?.focus({ preventScroll: true });
    },
    reset() {
      tell('');
      put('');
      instead.hidden = true;
      form.hidden = false;
      label.hidden = false;
      field.focus();
    },
  };
}

/** Returns what shows how many characters are left; nothing is shown before they run short. */
function connectCount({ field, count }: ChatElements): () => void {
  const show = () => {
    const { length } = field.value;
    count.textContent = length < countFrom ? '' : `${longestQuestion - length} characters left`;
  };
  field.addEventListener('input', show);
  show();
  return show;
}

function connectSending(
  { field, form, send, stop, suggestions }: ChatElements,
  take: (text: string) => void,
) {
  const isAnswering = () => !stop.hidden;
  const submit = () => {
    const question = field.value.trim();
    if (question !== '' && !isAnswering()) take(question);
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
    take(button.textContent.trim());
    stop.focus();
  });
}

/** A moment as the clock shows it and how far off it is. */
function whenAgain(time: number): string {
  const minutes = Math.max(1, Math.ceil((time - Date.now()) / 60_000));
  const hours = Math.round(minutes / 60);
  const clock = new Date(time).toLocaleTimeString(document.documentElement.lang, {
    hour: '2-digit',
    minute: '2-digit',
  });
  const wait = hours > 1 ? `${hours} hours` : minutes === 1 ? 'a minute' : `${minutes} minutes`;
  return `You can ask again in ${wait}, at ${clock}.`;
}
