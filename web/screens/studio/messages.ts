import { plural } from '#contract/plural.ts'

/** The texts of a creator's home. */
export const studioTexts = {
  title: 'Studio',
  loading: 'Loading your studio',
  write: 'New post',
  viewPage: 'View page',
  noPage: 'You have no page yet',
  noPageHelp: 'Here you will see what your page earns, what waits for you, and how your posts do.',
  openPage: 'Create your page',
  earned: {
    title: (month: string) => `${month} so far`,
    help: 'Yours after the platform fee',
    last: (amount: string, month: string) => `${amount} in ${month}`,
    see: 'Payouts',
    none: 'Nothing yet. Your first payment will appear here.',
    line: (from: string, to: string, most: string) =>
      `Your earnings from ${from} to ${to}, at most ${most} a month`,
    failed: 'Your earnings could not be loaded.',
  },
  waits: {
    title: 'To do',
    none: 'Nothing waits for you.',
    failed: 'What waits for you could not be loaded.',
    comments: (count: number, isAll: boolean) =>
      isAll
        ? plural(count, { one: 'Answer {n} comment', other: 'Answer {n} comments' })
        : `Answer ${count} comments or more`,
    /** Who wrote it, and what. */
    comment: (name: string, body: string) => `${name}: ${body}`,
    held: (count: number) =>
      plural(count, { one: 'Decide about {n} message', other: 'Decide about {n} messages' }),
    refunds: (count: number) =>
      plural(count, { one: 'Answer {n} refund request', other: 'Answer {n} refund requests' }),
    cards: (count: number) =>
      plural(count, { one: '{n} member’s card failed', other: '{n} members’ cards failed' }),
    cardsHelp: 'They have been told, and we keep trying.',
    drafts: (count: number) => plural(count, { one: 'Finish {n} draft', other: 'Finish {n} drafts' }),
    live: { live: 'You are live', next: 'Next session' },
  },
  posts: {
    title: 'Latest posts',
    all: 'All posts',
    none: 'You have not published anything yet.',
    failed: 'Your posts could not be loaded.',
    opened: (opened: string, members: number) =>
      plural(members, {
        one: `Opened by ${opened} of {n} member`,
        other: `Opened by ${opened} of {n} members`,
      }),
    visits: (count: number) => plural(count, { one: '{n} visit', other: '{n} visits' }),
    plays: (count: number) => plural(count, { one: '{n} play', other: '{n} plays' }),
  },
} as const
