import { chatText } from '#lib/i18n/en/chat.ts';
import type { Turn } from './conversation.ts';
import { asText, type StreamPart } from './read-answer-stream.ts';
import { sendQuestion, type Refusal } from './send-question.ts';

const maxAnswerLength = 60_000;
const maxSources = 30;
const silenceTimeoutMs = 60_000;

type Options = {
  body: object;
  stop: AbortSignal;
  /** Called after every change of the turn. */
  onChange: () => void;
  fetch?: typeof globalThis.fetch;
};

/** Sends a question and streams the answer into its turn. Returns a refusal if the server rejects the question. */
export async function answerQuestion(
  turn: Turn,
  { body, stop, onChange, fetch = globalThis.fetch }: Options,
): Promise<Refusal | undefined> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), silenceTimeoutMs);
  try {
    const reply = await sendQuestion(body, { signal: AbortSignal.any([stop, silence.signal]), fetch });
    if (reply.refusal) return reply.refusal;
    for await (const part of reply.parts) {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), silenceTimeoutMs);
      applyPart(turn, part);
      onChange();
    }
  } catch {
    // The turn keeps the text that arrived. `endTurn` sets its state.
    if (stop.aborted) turn.state = 'stopped';
  } finally {
    clearTimeout(timer);
  }
  endTurn(turn);
  onChange();
  return undefined;
}

function applyPart(turn: Turn, part: StreamPart): void {
  switch (part.kind) {
    case 'start':
      turn.notice = part.notice;
      return;
    case 'source':
      if (turn.sources.length < maxSources) turn.sources.push(part.source);
      return;
    case 'paragraph':
      if (turn.answer !== '') turn.answer += '\n\n';
      return;
    case 'text':
      if (turn.answer.length < maxAnswerLength) turn.answer += part.text;
      return;
    case 'problem':
      turn.state = 'cut-off';
      turn.problem = asText(part.text) || chatText.cutOff;
      return;
    case 'finish':
      if (turn.state === 'answering') turn.state = 'complete';
  }
}

function endTurn(turn: Turn): void {
  const isComplete = turn.state === 'complete' && turn.answer.trim() !== '';
  if (isComplete || turn.state === 'stopped') return;
  turn.problem ||= turn.state === 'complete' ? chatText.noAnswer : chatText.cutOff;
  turn.state = 'cut-off';
}
