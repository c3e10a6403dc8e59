/** What relative times don't get from the browser. */
export const relativeTimeTexts = {
  justNow: 'just now',
} as const
