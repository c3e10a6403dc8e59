/** Texts around collections of posts. */
export const collectionMessages = {
  titleRequired: 'Give the collection a name.',
  titleTooLong: 'A name has at most 100 characters.',
  descriptionTooLong: 'A description has at most 500 characters.',
  tooManyPosts: 'A collection holds up to 500 posts.',
  full: 'This collection has 500 posts, which is as many as one holds.',
  putIn: 'The post is in the collection.',
  takenOut: 'The post is no longer in the collection.',
  saved: 'Collection saved',
  deleted: 'Collection deleted. Its posts are still on your page.',
  tooMany: 'You have 50 collections. Please delete one before you start another.',
} as const
