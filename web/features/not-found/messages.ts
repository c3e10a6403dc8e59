/** Shown at an unknown address. */
export const notFoundTexts = {
  title: 'Page not found',
  heading: 'We can’t find that page',
  reason: 'The address may have a typo, or the page was taken down by the person who made it.',
  explore: 'Explore creators',
  subscriptions: 'My Subscriptions',
  frontPage: 'Go to the front page',
} as const
