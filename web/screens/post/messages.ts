/** A post's page, besides the post. */
export const postPageTexts = {
  loading: 'Loading the post',
  failed: 'This post could not be loaded',
  moreFrom: (pageName: string) => `More from ${pageName}`,
  seePlans: 'See the plans',
  partOf: 'Part of',
  around: 'More posts',
  previous: 'Previous post',
  next: 'Next post',
} as const
