import { Gauge, Histogram, type Registry } from 'prom-client';
import type { ChatEvent } from '#lib/chat/answer-tracker.ts';
import { labelledCounter } from './labelled-counter.ts';

/** In seconds: a model writes for some. */
const answerBounds = [0.25, 0.5, 1, 2, 4, 8, 15, 30, 60];

/** Counts answers, what they cost and why there were none. */
export function createChatMeasures(registry: Registry): (event: ChatEvent) => void {
  const answers = labelledCounter(registry, {
    name: 'lectern_chat_answers_total',
    help: 'Answers of the chat by how they ended; aborted: the reader went away.',
    label: 'outcome',
    values: [
      ...(['answered', 'unanswered', 'aborted', 'over-limit'] as const),
      ...(['busy', 'slow', 'blocked', 'broken-off', 'refused', 'stopping', 'failed'] as const),
    ],
  });
  const refusals = labelledCounter(registry, {
    name: 'lectern_chat_refusals_total',
    help: 'Questions that were refused: all places taken, or the day’s answers used up.',
    label: 'reason',
    values: ['places', 'day'],
  });
  const tokens = labelledCounter(registry, {
    name: 'lectern_chat_tokens_total',
    help: 'Tokens that the model says it read and wrote.',
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
    help: 'Answers under way.',
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
