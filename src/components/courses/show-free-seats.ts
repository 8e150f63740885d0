import { seatsText } from '#lib/i18n/en/seats.ts';

/** Free seats and waiting lists, by term and course code. */
type FreeSeats = Readonly<
  Record<string, Readonly<Record<string, { free: number; waiting: number } | undefined>> | undefined>
>;

/**
 * Fetches the free seats and shows them in `[data-seats="2027-spring SOIL201"]`. Returns undefined if they are unknown,
 * such as on a static host.
 */
export function readSeats(): Promise<FreeSeats | undefined> {
  return (reading ??= fetchSeats());
}
let reading: Promise<FreeSeats | undefined> | undefined;

async function fetchSeats(): Promise<FreeSeats | undefined> {
  if (document.documentElement.dataset['host'] === 'static') return undefined;
  try {
    const response = await fetch('/courses/seats.json', { signal: AbortSignal.timeout(10_000) });
    if (!response.ok) return undefined;
    const seats = (await response.json()) as FreeSeats;
    for (const place of document.querySelectorAll<HTMLElement>('[data-seats]')) {
      const [term = '', code = ''] = (place.dataset['seats'] ?? '').split(' ');
      const known = seats[term]?.[code];
      if (!known) continue;
      place.textContent = seatsText(known);
      place.classList.toggle('full', known.free === 0);
      place.hidden = false;
    }
    return seats;
  } catch {
    // Ignore errors: the page works without free seats.
    return undefined;
  }
}
