/** The texts of the page behind a preview link, besides the post. */
export const previewTexts = {
  title: 'Preview of a post',
  loading: 'Loading the preview',
  failed: 'This preview could not be loaded',
  tooLong: 'The post has grown too long to be shown. Its creator can shorten it.',
  goneTitle: 'This preview has ended',
  notice: (page: string, day: string) =>
    `A preview that ${page} shared with you. The link works until ${day}, and whoever has it sees this post.`,
  unpublished: 'Not published yet',
  visit: (page: string) => `Visit ${page}`,
} as const
