/** The product's texts around posts; the spec's sentences verbatim. */
export const postMessages = {
  created: 'Post created successfully',
  createFailed: 'Failed to create post, please try again',
  deleted: 'Post deleted successfully',
  deleteFailed: 'Failed to delete post',
  deleteQuestion: 'Are you sure you want to delete this post?',
  contentRequired: 'Write something first.',
  contentTooLong:
    'This post is too long. A post holds up to 256 KB of text and formatting, about 40,000 words in English. Please shorten it, or publish it in parts.',
  freeVisibility: 'Free - All followers',
  publish: 'Publish Post',
  uploading: 'Uploading...',
  linkNotFetched: "Couldn't fetch the link data",
  linkNotUsable: "Couldn't get this link data, try the other one",
  linkWrongFormat: 'Wrong response format from the server',
} as const
