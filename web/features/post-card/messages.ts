/** What a post's card says besides the post itself. A price comes with its interval, as in "$5 a month". */
export const postCardTexts = {
  delete: 'Delete post',
  waiting: 'Only you see this post yet. It goes out by itself when it can be played.',
  forMembers: 'A post for members.',
  seePlans: 'See the plans',
  join: (planName: string, price: string) => `Join ${planName}, ${price}`,
  changeTo: (planName: string, price: string) => `Change to ${planName}, ${price}`,
} as const
