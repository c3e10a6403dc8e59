import { plural } from '#contract/plural.ts'

/** The texts of a post's card and dialog besides the post. A price includes its interval, as in "$5 a month". */
export const postCardTexts = {
  waiting: 'Only you can see this post for now. It goes out automatically once it can be played.',
  loading: 'Loading the post',
  forPlan: (planName: string, minutes: number) => `A post for ${planName}, ${minutes} min read`,
  forMembers: (minutes: number) => `A post for members, ${minutes} min read`,
  forSomeMembers: 'A post for members.',
  ofDay: (day: string) => `A post of ${day}`,
  videos: (count: number) => plural(count, { one: '{n} video', other: '{n} videos' }),
  audios: (count: number) => plural(count, { one: '{n} audio track', other: '{n} audio tracks' }),
  pictures: (count: number) => plural(count, { one: '{n} picture', other: '{n} pictures' }),
  files: (count: number) => plural(count, { one: '{n} file', other: '{n} files' }),
  between: ' · ',
  notOnSale: 'No plan opens it at the moment.',
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
  changeNow: (now: string, next: string, day: string) => `${now} today, then ${next} on ${day}`,
  changeLater: (next: string, day: string) => `Nothing today, then ${next} on ${day}`,
  changeTo: (planName: string, price: string) => `Change to ${planName}, ${price}`,
  edited: 'Edited',
  pinned: 'Pinned',
} as const
