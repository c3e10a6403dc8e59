/** The texts of the list of pages that somebody follows. */
export const followedPagesTexts = {
  title: 'Pages you follow',
  loading: 'Loading the pages you follow',
  failed: 'The pages you follow could not be loaded',
  none: "You don't follow anyone yet. Following is free: their posts appear on Explore.",
  showMore: 'Show more',
} as const
