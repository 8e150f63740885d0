/**
 * Keeps the end of a growing answer in sight until its question has come to the top, and leaves the reader alone
 * from the moment that they scroll themselves.
 */
export function createFollower(root: HTMLElement): { start(): void; follow(turn: HTMLElement): void } {
  const frame = root.closest<HTMLElement>('[data-chat-scroll]');
  const scroller = frame ?? document.documentElement;
  let isFollowing = false;
  const leave = () => (isFollowing = false);
  const target = frame ?? window;
  target.addEventListener('wheel', leave, { passive: true });
  target.addEventListener('touchmove', leave, { passive: true });
  return {
    start: () => (isFollowing = true),
    follow(turn) {
      if (!isFollowing) return;
      const top = frame?.getBoundingClientRect().top ?? 0;
      const covered = root.querySelector<HTMLElement>('[data-chat-foot]')?.offsetHeight ?? 0;
      const bottom = top + scroller.clientHeight - covered;
      const place = turn.getBoundingClientRect();
      const distance = Math.min(place.bottom - bottom + 16, place.top - top - 16);
      if (distance > 0) scroller.scrollBy({ top: distance, behavior: 'instant' });
    },
  };
}
