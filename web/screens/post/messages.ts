/** A post's page, besides the post. */
export const postPageTexts = {
  loading: 'Loading the post',
  failed: 'This post could not be loaded',
  around: 'More posts',
  previous: 'Previous post',
  next: 'Next post',
} as const
