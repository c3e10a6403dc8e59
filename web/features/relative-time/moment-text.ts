import { conventionsOf } from '#contract/locale.ts'

const moments = new Intl.DateTimeFormat(conventionsOf().dates, { dateStyle: 'medium', timeStyle: 'short' })

/** "14 Mar 2026, 09:30", where the reader is: what they plan is in their own time. */
export function momentText(moment: string | Date): string {
  return moments.format(new Date(moment))
}

/** The values of a date and a time field for a moment, in this browser's time zone. */
export function fieldsOfMoment(moment: Date): { date: string; time: string } {
  const two = (figure: number) => String(figure).padStart(2, '0')
  return {
    date: `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`,
    time: `${two(moment.getHours())}:${two(moment.getMinutes())}`,
  }
}

/** The moment that a date and a time field name in this browser's time zone; null: none. */
export function momentOfFields({ date, time }: { date: string; time: string }): Date | null {
  if (date === '' || time === '') return null
  const moment = new Date(`${date}T${time}`)
  return Number.isNaN(moment.getTime()) ? null : moment
}

/** "Europe/Berlin". */
export function timeZoneName(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}
