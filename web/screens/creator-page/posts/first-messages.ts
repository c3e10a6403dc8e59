/** What a page's owner reads among its first posts. */
export const firstTexts = {
  createPost: 'Create Post',
  firstPostTitle: 'Your first post',
  firstPost: 'Say hello. A free post shows everyone what you make.',
  shareTitle: 'Your page is ready',
  shareWhy: 'Your first members are people you already know.',
  share: 'Share your page',
  hide: 'Not now',
  copied: 'The address of your page is copied',
  notCopied: 'The address could not be copied. It is in the address bar.',
  failed: 'That could not be saved',
} as const
