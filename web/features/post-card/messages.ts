/** The texts of a post's card and dialog besides the post. A price includes its interval, as in "$5 a month". */
export const postCardTexts = {
  waiting: 'Only you can see this post for now. It goes out automatically once it can be played.',
  loading: 'Loading the post',
  forMembers: 'A post for members.',
  rest: {
    show: 'Continue reading',
    loading: 'Loading the rest of the post',
    shown: 'The whole post is shown.',
    retry: 'Try again',
    failed: 'The rest of this post could not be loaded.',
    locked: "It's for members, and your membership no longer includes it.",
  },
  seePlans: 'See the plans',
  seeMembership: 'See your membership',
  join: (planName: string, price: string) => `Join ${planName}, ${price}`,
  changeTo: (planName: string, price: string) => `Change to ${planName}, ${price}`,
  delete: {
    label: 'Delete post',
    consequence: "It disappears for everyone and can't be brought back.",
    confirm: "Yes, I'm sure",
    cancel: 'No, cancel',
  },
} as const
