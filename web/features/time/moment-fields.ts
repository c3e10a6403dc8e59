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
