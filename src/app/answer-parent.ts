import { messageOf } from '#lib/base/message-of.ts';

/** What a helper process sends: that it is ready, and the outcome of each request. */
export type Message = { answer: unknown } | { failure: string };

/**
 * Answers the requests that the parent process sends to this one: see helper-process.ts. This process ends with its
 * parent.
 */
export function answerParent(answer: (request: never) => unknown): void {
  const tell = (message: Message) => process.send?.(message);
  process.on('disconnect', () => process.exit(0));
  process.on('message', (request) => {
    const answered = (async () => answer(request as never))();
    answered.then(
      (result) => tell({ answer: result }),
      (error: unknown) => tell({ failure: messageOf(error) }),
    );
  });
  tell({ answer: 'ready' });
}
