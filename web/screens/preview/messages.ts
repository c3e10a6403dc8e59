import { plural } from '#contract/plural.ts'

/** The texts of the page behind a preview link, besides the post. */
export const previewTexts = {
  title: 'Preview of a post',
  loading: 'Loading the preview',
  failed: 'This preview could not be loaded.',
  goneTitle: 'This preview has ended',
  notice: (page: string, day: string) =>
    `A preview that ${page} shared with you. The link works until ${day}, and whoever has it sees this post.`,
  mediaLeftOut: (count: number) =>
    plural(count, {
      one: 'One picture, video or audio file is not part of the preview.',
      other: '{n} pictures, videos or audio files are not part of the preview.',
    }),
  visit: (page: string) => `Visit ${page}`,
} as const
