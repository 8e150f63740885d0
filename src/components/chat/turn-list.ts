import type { Turn } from './conversation.ts';
import { createTurnView, type TurnView, type TurnViewOptions } from './turn-view.ts';

export type TurnList = {
  readonly isEmpty: boolean;
  add(turn: Turn): TurnView;
  remove(turn: Turn): void;
  replaceAll(turns: readonly Turn[]): void;
  /** Renders the current state of every turn. */
  update(): void;
};

type Options = Omit<TurnViewOptions, 'onRetry'> & { onRetry: (turn: Turn) => void };

export function createTurnList(container: HTMLElement, options: Options): TurnList {
  const views = new Map<Turn, TurnView>();
  const add = (turn: Turn) => {
    const view = createTurnView(turn, { ...options, onRetry: () => options.onRetry(turn) });
    views.set(turn, view);
    container.append(view.root);
    return view;
  };
  return {
    get isEmpty() {
      return views.size === 0;
    },
    add,
    remove(turn) {
      views.get(turn)?.root.remove();
      views.delete(turn);
    },
    replaceAll(turns) {
      views.clear();
      container.replaceChildren();
      for (const turn of turns) add(turn);
    },
    update() {
      const last = [...views.values()].at(-1);
      for (const view of views.values()) view.update({ isLast: view === last });
    },
  };
}
