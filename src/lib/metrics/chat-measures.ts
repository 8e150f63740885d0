import { Gauge, Histogram, type Registry } from 'prom-client';
import type { ChatEvent } from '#lib/chat/answer-tracker.ts';
import { labelledCounter } from './labelled-counter.ts';

/** Upper bounds in seconds. A model takes several seconds. */
const answerBounds = [0.25, 0.5, 1, 2, 4, 8, 15, 30, 60];

/** Counts chat answers, their tokens, and refused questions. */
export function createChatMeasures(registry: Registry): (event: ChatEvent) => void {
  const answers = labelledCounter(registry, {
    name: 'lectern_chat_answers_total',
    help: 'Answers of the chat by outcome; aborted: the client disconnected.',
    label: 'outcome',
    values: [
      ...(['answered', 'unanswered', 'aborted', 'over-limit'] as const),
      ...(['busy', 'slow', 'blocked', 'broken-off', 'refused', 'stopping', 'failed'] as const),
    ],
  });
  const refusals = labelledCounter(registry, {
    name: 'lectern_chat_refusals_total',
    help: 'Refused questions: at the concurrency limit, or at the daily limit of answers.',
    label: 'reason',
    values: ['places', 'day'],
  });
  const tokens = labelledCounter(registry, {
    name: 'lectern_chat_tokens_total',
    help: 'Tokens read and written, as the model reports them.',
    label: 'direction',
    values: ['input', 'output'],
  });
  const times = new Histogram({
    name: 'lectern_chat_answer_duration_seconds',
    help: 'Time from an admitted question to the end of its answer.',
    buckets: answerBounds,
    registers: [registry],
  });
  const places = new Gauge({
    name: 'lectern_chat_places_in_use',
    help: 'Answers in progress.',
    registers: [registry],
  });
  return (event) => {
    if (event.type === 'started') return places.inc();
    if (event.type === 'refused') return refusals(event.reason);
    if (event.type === 'tokens') {
      tokens('input', event.input);
      return tokens('output', event.output);
    }
    places.dec();
    answers(event.outcome);
    times.observe(event.seconds);
  };
}
