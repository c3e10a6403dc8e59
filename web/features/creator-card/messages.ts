import { plural } from '#contract/plural.ts'

/** What a creator's card says about their page, besides their own words. */
export const creatorCardTexts = {
  from: (price: string) => `From ${price} a month`,
  members: (count: number) => plural(count, { one: '{n} member', other: '{n} members' }),
} as const
