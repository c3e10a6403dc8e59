import { plural } from '#contract/plural.ts'

/** The texts of likes and saved posts below a post. */
export const postMarksTexts = {
  like: 'Like this post',
  likes: (count: number) => plural(count, { one: '{n} like', other: '{n} likes' }),
  comments: (count: number) => plural(count, { one: '{n} comment', other: '{n} comments' }),
  noComments: 'Comment on this post',
  save: 'Save this post for later',
  notLiked: 'Your like could not be changed.',
  notSaved: 'The saved post could not be changed.',
} as const
