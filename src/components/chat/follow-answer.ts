export type ScrollFollower = { start(): void; follow(turn: HTMLElement): void };

/** Scrolls with a growing answer until its question reaches the top or the visitor scrolls. */
export function createScrollFollower(root: HTMLElement): ScrollFollower {
  const frame = root.closest<HTMLElement>('[data-chat-scroll]');
  const scroller = frame ?? document.documentElement;
  let isFollowing = false;
  const stop = () => (isFollowing = false);
  const target = frame ?? window;
  target.addEventListener('wheel', stop, { passive: true });
  target.addEventListener('touchmove', stop, { passive: true });
  return {
    start: () => (isFollowing = true),
    follow(turn) {
      if (!isFollowing) return;
      const top = frame?.getBoundingClientRect().top ?? 0;
      const footHeight = root.querySelector<HTMLElement>('[data-chat-foot]')?.offsetHeight ?? 0;
      const bottom = top + scroller.clientHeight - footHeight;
      const box = turn.getBoundingClientRect();
      const distance = Math.min(box.bottom - bottom + 16, box.top - top - 16);
      if (distance > 0) scroller.scrollBy({ top: distance, behavior: 'instant' });
    },
  };
}
