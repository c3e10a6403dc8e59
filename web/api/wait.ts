/** Below this the server's "a moment" is accurate. */
const MOMENT_SECONDS = 20

/** Tells a user how long to wait. null: a moment. */
export function waitMessage(retryAfterSeconds: number | undefined): string | null {
  if (retryAfterSeconds === undefined || retryAfterSeconds < MOMENT_SECONDS) return null
  return `Too many attempts. You can try again in ${durationOf(retryAfterSeconds)}.`
}

function durationOf(seconds: number): string {
  if (seconds <= 90) return `${Math.ceil(seconds / 10) * 10} seconds`
  if (seconds <= 5400) return `${Math.ceil(seconds / 60)} minutes`
  return `${Math.ceil(seconds / 3600)} hours`
}
