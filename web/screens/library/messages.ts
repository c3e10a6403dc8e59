/** The texts of the page with one's liked and saved posts. */
export const libraryTexts = {
  title: 'Saved',
  subtitle: 'Posts you saved for later, and those you liked. Only you see this list.',
  tabs: 'Lists',
  saved: 'Saved',
  liked: 'Liked',
  loading: 'Loading posts',
  failed: 'Your posts could not be loaded',
  showMore: 'Show more posts',
  moreFailed: 'The next posts could not be loaded.',
  noneSavedTitle: 'Nothing saved yet',
  noneSaved: 'Press the bookmark below a post, and it waits for you here.',
  noneLikedTitle: 'No likes yet',
  noneLiked: 'Press the heart below a post you enjoyed, and you will find it here again.',
  explore: 'Explore',
} as const
