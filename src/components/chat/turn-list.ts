import type { Turn } from './conversation.ts';
import { createTurnView, type TurnView, type TurnViewOptions } from './turn-view.ts';

export type TurnList = {
  readonly isEmpty: boolean;
  add(turn: Turn): TurnView;
  remove(turn: Turn): void;
  replaceAll(turns: readonly Turn[]): void;
  /** Shows every turn as it is now. */
  show(): void;
};

type Options = Omit<TurnViewOptions, 'onRetry'> & { onRetry: (turn: Turn) => void };

export function createTurnList(place: HTMLElement, options: Options): TurnList {
  const views = new Map<Turn, TurnView>();
  const add = (turn: Turn) => {
    const view = createTurnView(turn, { ...options, onRetry: () => options.onRetry(turn) });
    views.set(turn, view);
    place.append(view.root);
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
      place.replaceChildren();
      for (const turn of turns) add(turn);
    },
    show() {
      const last = [...views.values()].at(-1);
      for (const view of views.values()) view.show({ isLast: view === last });
    },
  };
}
