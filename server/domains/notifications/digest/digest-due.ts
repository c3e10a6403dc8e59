import { DIGEST_HOUR } from '#contract/notifications/kinds.ts'
import { nextLocalHour } from '#contract/notifications/local-time.ts'

export type DigestPace = 'daily' | 'weekly'

/** When the next digest comes, where its reader is: each day, or on Mondays. */
export function digestDueAt(now: Date, timeZone: string | null, pace: DigestPace): Date {
  return nextLocalHour(now, { timeZone, hour: DIGEST_HOUR, isMonday: pace === 'weekly' })
}
