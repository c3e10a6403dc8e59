/** What relative times don't get from the browser. */
export const timeTexts = {
  justNow: 'just now',
} as const
