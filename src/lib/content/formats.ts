import { institute } from './current-institute.ts';
import type { Institute } from './institute-schema.ts';
import { createMoneyFormat } from '#lib/i18n/format.ts';
import { clockOf, dayOf, type LocalTime } from './local-time.ts';
import { dayIn, type Day } from './terms.ts';

type Formats = ReturnType<typeof createFormats>;

const formatsOf = new WeakMap<Institute, Formats>();

/** The formats of the current institute. Cached, because creating a format takes almost a millisecond. */
function formats(): Formats {
  const current = institute();
  const known = formatsOf.get(current) ?? createFormats(current);
  formatsOf.set(current, known);
  return known;
}

function createFormats({ locale, currency, timeZone }: Institute) {
  const minutes = {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  } as const;
  const dates = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options);
  return {
    longDay: dates({ dateStyle: 'long', timeZone: 'UTC' }),
    weekday: dates({ weekday: 'long', timeZone: 'UTC' }),
    monthAndYear: dates({ month: 'long', year: 'numeric', timeZone: 'UTC' }),
    money: createMoneyFormat(locale, currency),
    moment: dates({ ...minutes, timeZone }),
    second: dates({ ...minutes, second: '2-digit', timeZone }),
    clock: dates({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone }),
    number: new Intl.NumberFormat(locale),
  };
}

/** `21 Nov 2026, 09:30`, in the institute's time zone. @param at UTC milliseconds */
export function formatMoment(at: number): string {
  return formats().moment.format(at);
}

/** `09:30`, in the institute's time zone. @param at UTC milliseconds */
export function formatTime(at: number): string {
  return formats().clock.format(at);
}

/** `21 Nov 2026, 09:30:12`, in the institute's time zone. @param at UTC milliseconds */
export function formatSecond(at: number): string {
  return formats().second.format(at);
}

/** `Monday 30 November 2026, 08:00`, in the institute's time zone; without the time at midnight. */
export function formatSchedule(at: Date): string {
  const time = formatTime(at.getTime());
  return `${formatWeekday(dayIn(institute().timeZone, at))}${time === '00:00' ? '' : `, ${time}`}`;
}

/** `1,234` */
export function formatNumber(value: number): string {
  return formats().number.format(value);
}

/** `11 January 2027` */
export function formatDay(day: Day): string {
  return formats().longDay.format(new Date(`${day}T00:00:00Z`));
}

/** `Saturday 6 February 2027` */
export function formatWeekday(day: Day): string {
  return `${formats().weekday.format(new Date(`${day}T00:00:00Z`))} ${formatDay(day)}`;
}

/** The parts of `Saturday 6 February 2027`, for a calendar leaf. */
export function dayParts(day: Day): { weekday: string; day: string; month: string } {
  const instant = new Date(`${day}T00:00:00Z`);
  return {
    weekday: formats().weekday.format(instant),
    day: String(instant.getUTCDate()),
    month: formats().monthAndYear.format(instant),
  };
}

type Period = { starts: LocalTime; ends: LocalTime };

/** `10:00 to 15:00`, with the last day if it differs from the first. */
export function formatHours({ starts, ends }: Period): string {
  const end = dayOf(starts) === dayOf(ends) ? '' : `${formatWeekday(dayOf(ends))}, `;
  return `${clockOf(starts)} to ${end}${clockOf(ends)}`;
}

/** `Saturday 6 February 2027, 10:00 to 15:00` */
export function formatPeriod({ starts, ends }: Period): string {
  return `${formatWeekday(dayOf(starts))}, ${formatHours({ starts, ends })}`;
}

/** `£720` */
export function formatMoney(amount: number): string {
  return formats().money.format(amount);
}

/** `£` */
export function currencySymbol(): string {
  const parts = formats().money.formatToParts(0);
  return parts.find(({ type }) => type === 'currency')?.value ?? institute().currency;
}

/** `£720`, or `£720 to £960` */
export function formatMoneyRange({ least, most }: { least: number; most: number }): string {
  return least === most ? formatMoney(least) : `${formatMoney(least)} to ${formatMoney(most)}`;
}

const weekdays: Readonly<Record<string, string>> = {
  monday: 'Mondays',
  tuesday: 'Tuesdays',
  wednesday: 'Wednesdays',
  thursday: 'Thursdays',
  friday: 'Fridays',
  saturday: 'Saturdays',
  sunday: 'Sundays',
};

/** `Tuesdays 09:30 to 12:30` */
export function formatMeeting({ day, from, to }: { day: string; from: string; to: string }): string {
  return `${weekdays[day] ?? day} ${from} to ${to}`;
}
