import { site } from '#site';
import { createMoneyFormat } from '#lib/i18n/format.ts';
import { clockOf, dayOf, type LocalTime } from './local-time.ts';
import { dayIn, type Day } from './terms.ts';

const longDay = new Intl.DateTimeFormat(site.locale, { dateStyle: 'long', timeZone: 'UTC' });
const weekday = new Intl.DateTimeFormat(site.locale, { weekday: 'long', timeZone: 'UTC' });
const monthAndYear = new Intl.DateTimeFormat(site.locale, {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});
const money = createMoneyFormat(site.locale, site.currency);
const moment = new Intl.DateTimeFormat(site.locale, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: site.timeZone,
});
const second = new Intl.DateTimeFormat(site.locale, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZone: site.timeZone,
});
const clock = new Intl.DateTimeFormat(site.locale, {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: site.timeZone,
});
const number = new Intl.NumberFormat(site.locale);

/** `21 Nov 2026, 09:30`, in the institute's time zone. @param at UTC milliseconds */
export function formatMoment(at: number): string {
  return moment.format(at);
}

/** `21 Nov 2026, 09:30:12`, in the institute's time zone. @param at UTC milliseconds */
export function formatSecond(at: number): string {
  return second.format(at);
}

/** `Monday 30 November 2026, 08:00`, in the institute's time zone; without the time at midnight. */
export function formatSchedule(at: Date): string {
  const time = clock.format(at);
  return `${formatWeekday(dayIn(site.timeZone, at))}${time === '00:00' ? '' : `, ${time}`}`;
}

/** `1,234` */
export function formatNumber(value: number): string {
  return number.format(value);
}

/** `11 January 2027` */
export function formatDay(day: Day): string {
  return longDay.format(new Date(`${day}T00:00:00Z`));
}

/** `Saturday 6 February 2027` */
export function formatWeekday(day: Day): string {
  return `${weekday.format(new Date(`${day}T00:00:00Z`))} ${formatDay(day)}`;
}

/** The parts of `Saturday 6 February 2027`, for a leaf of a calendar. */
export function dayParts(day: Day): { weekday: string; day: string; month: string } {
  const moment = new Date(`${day}T00:00:00Z`);
  return {
    weekday: weekday.format(moment),
    day: String(moment.getUTCDate()),
    month: monthAndYear.format(moment),
  };
}

type Period = { starts: LocalTime; ends: LocalTime };

/** `10:00 to 15:00`, with the last day if it is not the first. */
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
  return money.format(amount);
}

/** `£` */
export const currencySymbol =
  money.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? site.currency;

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
