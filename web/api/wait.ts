/** Below this "a moment", as the server says it, is right. */
const MOMENT_SECONDS = 20

/** What somebody reads who has to wait: for how long. null: a moment. */
export function waitMessage(retryAfterSeconds: number | undefined): string | null {
  if (retryAfterSeconds === undefined || retryAfterSeconds < MOMENT_SECONDS) return null
  return `Too many attempts. You can try again in ${durationOf(retryAfterSeconds)}.`
}

function durationOf(seconds: number): string {
  if (seconds <= 90) return `${Math.ceil(seconds / 10) * 10} seconds`
  if (seconds <= 5400) return `${Math.ceil(seconds / 60)} minutes`
  return `${Math.ceil(seconds / 3600)} hours`
}
