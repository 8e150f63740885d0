import { cutOff, type Turn } from './conversation.ts';
import { textOf, type AnswerPart } from './read-answer.ts';
import { sendQuestion, type Refusal } from './send-question.ts';

const longestAnswer = 60_000;
const mostSources = 30;
const longestSilence = 60_000;

type Options = {
  body: object;
  stop: AbortSignal;
  /** Called after every change of the turn. */
  onChange: () => void;
  fetch?: typeof globalThis.fetch;
};

/**
 * Sends a question and writes what comes back into its turn, whose state says in the end how that went.
 * @returns why the question was refused when nothing was answered at all
 */
export async function answerQuestion(
  turn: Turn,
  { body, stop, onChange, fetch = globalThis.fetch }: Options,
): Promise<Refusal | undefined> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), longestSilence);
  try {
    const reply = await sendQuestion(body, { signal: AbortSignal.any([stop, silence.signal]), fetch });
    if (reply.refusal) return reply.refusal;
    for await (const part of reply.parts) {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), longestSilence);
      takePart(turn, part);
      onChange();
    }
  } catch {
    // An answer that breaks off has ended where it is; the turn says so.
    if (stop.aborted) turn.state = 'stopped';
  } finally {
    clearTimeout(timer);
  }
  endTurn(turn);
  onChange();
  return undefined;
}

function takePart(turn: Turn, part: AnswerPart): void {
  switch (part.kind) {
    case 'start':
      turn.notice = part.notice;
      return;
    case 'source':
      if (turn.sources.length < mostSources) turn.sources.push(part.source);
      return;
    case 'paragraph':
      if (turn.answer !== '') turn.answer += '\n\n';
      return;
    case 'text':
      if (turn.answer.length < longestAnswer) turn.answer += part.text;
      return;
    case 'problem':
      turn.state = 'cut-off';
      turn.problem = textOf(part.text) || cutOff;
      return;
    case 'finish':
      if (turn.state === 'answering') turn.state = 'complete';
  }
}

function endTurn(turn: Turn): void {
  const isWhole = turn.state === 'complete' && turn.answer.trim() !== '';
  if (isWhole || turn.state === 'stopped') return;
  turn.problem ||= turn.state === 'complete' ? 'No answer came back.' : cutOff;
  turn.state = 'cut-off';
}
