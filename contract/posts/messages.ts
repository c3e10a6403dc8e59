/** What the product says around posts; the spec's sentences verbatim. */
export const postMessages = {
  created: 'Post created successfully',
  createFailed: 'Failed to create post, please try again',
  deleted: 'Post deleted successfully',
  deleteFailed: 'Failed to delete post',
  deleteQuestion: 'Are you sure you want to delete this post?',
  contentRequired: 'Write something first.',
  freeVisibility: 'Free - All followers',
  publish: 'Publish Post',
  uploading: 'Uploading...',
  linkNotFetched: "Couldn't fetch the link data",
  linkNotUsable: "Couldn't get this link data, try the other one",
  linkWrongFormat: 'Wrong response format from the server',
} as const
