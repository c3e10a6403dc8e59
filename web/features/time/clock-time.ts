import { LANGUAGE } from '#contract/language.ts'
import { conventionsOf } from '#contract/locale.ts'

const TIME = new Intl.DateTimeFormat(conventionsOf(LANGUAGE).dates, { hour: '2-digit', minute: '2-digit' })

/** "14:32", where the viewer is. */
export function clockTime(moment: string): string {
  return TIME.format(new Date(moment))
}
