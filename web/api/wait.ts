import { callTexts as texts } from './messages.ts'

/** Below this the server's "a moment" is accurate. */
const MOMENT_SECONDS = 20

/** Tells a user how long to wait. null: a moment. */
export function waitMessage(retryAfterSeconds: number | undefined): string | null {
  if (retryAfterSeconds === undefined || retryAfterSeconds < MOMENT_SECONDS) return null
  if (retryAfterSeconds <= 90) return texts.waitSeconds(Math.ceil(retryAfterSeconds / 10) * 10)
  if (retryAfterSeconds <= 5400) return texts.waitMinutes(Math.ceil(retryAfterSeconds / 60))
  return texts.waitHours(Math.ceil(retryAfterSeconds / 3600))
}
