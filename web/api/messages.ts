/** Shown when a call got no answer. */
export const callTexts = {
  offline: 'You are offline. Check your connection and try again.',
  unreachable: 'We could not reach Cheers. Check your connection and try again.',
  tooSlow: 'Cheers did not answer in time. Check your connection and try again.',
  /** A wait is longer than one second, one minute or one hour. */
  waitSeconds: (count: number) => `Too many attempts. You can try again in ${count} seconds.`,
  waitMinutes: (count: number) => `Too many attempts. You can try again in ${count} minutes.`,
  waitHours: (count: number) => `Too many attempts. You can try again in ${count} hours.`,
} as const
