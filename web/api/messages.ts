/** Shown when a call got no answer. */
export const callTexts = {
  offline: 'You are offline. Check your connection and try again.',
  unreachable: 'We could not reach Cheers. Check your connection and try again.',
  tooSlow: 'Cheers did not answer in time. Check your connection and try again.',
} as const
