/** What a post's card and its dialog say besides the post. A price comes with its interval, as in "$5 a month". */
export const postCardTexts = {
  waiting: 'Only you see this post yet. It goes out by itself when it can be played.',
  loading: 'Loading the post',
  forMembers: 'A post for members.',
  rest: {
    show: 'Continue reading',
    loading: 'Loading the rest of the post',
    shown: 'The whole post is shown.',
    retry: 'Try again',
    failed: 'The rest of this post could not be loaded.',
    locked: 'It is for members, and your membership does not open it any more.',
  },
  seePlans: 'See the plans',
  seeMembership: 'See your membership',
  join: (planName: string, price: string) => `Join ${planName}, ${price}`,
  changeTo: (planName: string, price: string) => `Change to ${planName}, ${price}`,
  delete: {
    label: 'Delete post',
    consequence: 'It disappears for everyone, and cannot be brought back.',
    confirm: "Yes, I'm sure",
    cancel: 'No, cancel',
  },
} as const
