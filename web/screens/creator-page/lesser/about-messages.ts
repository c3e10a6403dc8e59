/** What the creator tells about themselves. */
export const aboutTexts = {
  title: (pageName: string) => `About ${pageName}`,
  loading: 'Loading',
  failed: 'This part could not be loaded',
  links: 'Links',
  opensNewTab: ', opens a new tab',
  none: (pageName: string) => `${pageName} hasn't written anything here yet.`,
  firstTitle: 'Tell people who you are',
  first: 'What you make, why you make it, and where else to find you.',
  write: 'Write it',
} as const
