import type { Measure, PageLimit, TargetKind } from '#contract/enforcement/rules.ts'

/** What can be done to a message or a post by itself. */
export type ItemMeasure = 'none' | 'hide' | 'remove'

/** The texts of the screens about decisions and reports. */
export const casesTexts = {
  title: 'Decisions and reports',
  tabs: { label: 'Decisions and reports', cases: 'About you', reports: 'Your reports' },
  loading: 'Loading decisions',
  failed: 'The decisions could not be loaded',
  none: 'No decisions about you',
  noneHelp:
    'If something you published is ever hidden or removed, you’ll find out here why, and what you can do about it.',
  about: 'You’re seeing the decisions about one item only.',
  all: 'Show all',
  showMore: 'Show more',
  moreFailed: 'More could not be loaded.',
  back: 'All decisions',
  notFound: 'This decision could not be found',
  /** Of what is done to an item itself. */
  headings: {
    message: {
      none: 'Your message follows the rules',
      hide: 'Your message was hidden',
      remove: 'Your message was removed',
    },
    post: {
      none: 'Your post follows the rules',
      hide: 'Your post was hidden',
      remove: 'Your post was removed',
    },
    question: {
      none: 'Your question follows the rules',
      hide: 'Your question was removed',
      remove: 'Your question was removed',
    },
    page: {
      none: 'Your page follows the rules',
      hide: 'Your page was hidden',
      remove: 'Your page was removed',
    },
    person: {
      none: 'Your account follows the rules',
      hide: 'Your account was limited',
      remove: 'Your account was limited',
    },
  } satisfies Record<TargetKind, Record<ItemMeasure, string>>,
  /** Of what is done to a page or an account. */
  limits: {
    label: 'Your page was marked as for adults',
    unlist: 'Your page was taken out of lists and search',
    stop_posting: 'You can’t publish for a while',
    stop_joining: 'Your page takes no new members for a while',
    hold_payouts: 'Your payouts are held',
    suspend: 'Your account was suspended',
  } satisfies Record<Exclude<Measure, ItemMeasure>, string>,
  /** What holds until the end of each, and what doesn’t. */
  limitHelp: {
    label:
      'Visitors are asked whether they are 18, and the page appears only in the lists of people who want to see such pages.',
    unlist:
      'The page doesn’t appear in Explore, in our search or in search engines. Everyone who has its address can open it.',
    stop_posting: 'Nothing new goes out, and what you have scheduled waits. Everything that is out stays.',
    stop_joining: 'Nobody new can join. Your members stay, and their memberships renew.',
    hold_payouts:
      'Your balance stays yours and keeps growing. Payouts that you request meanwhile leave when the hold ends.',
  } satisfies Record<PageLimit, string>,
  until: (day: string) => `Until ${day}. It ends then by itself.`,
  extended: 'A second person looked at it and made it longer. That can be done once.',
  meta: (number: string, day: string) => `Decision ${number}, ${day}`,
  states: {
    standing: 'In force',
    appealed: 'Appealed',
    upheld: 'Confirmed',
    lifted: 'Taken back',
    ended: 'Over',
    cleared: 'Nothing was done',
  },
  item: 'What it is about',
  itemGone: 'It is no longer kept.',
  see: 'See where it stands',
  change: 'Open it to change it',
  rows: {
    by: 'Decided by',
    rule: 'Rule',
    ground: 'Basis',
    facts: 'What was found',
    found: 'How it came up',
    until: 'How long',
    automated: 'Automation',
    territory: 'Where it applies',
  },
  byPage: (page: string) => `The creator or a moderator of ${page}`,
  byOperator: 'A person on the staff of Cheers',
  groundOfPage: (page: string) => `The rules of ${page}, and our terms`,
  groundLaw: 'The law',
  groundTerms: (version: string) => `Our terms, as of ${version}`,
  noFacts: 'No reason was given. You can appeal for that, too.',
  wasReported: 'Somebody reported it',
  wasSeen: 'Whoever decided saw it themselves',
  byHand: 'None: a person decided',
  everywhere: 'Everywhere',
  strike: (day: string) => `This decision counts against your account until ${day}.`,
  fix: {
    title: 'Put it right',
    body: (day: string) =>
      `Change what is named above until ${day}. Once you say that it’s fixed, we look at it and show it again.`,
    button: 'I’ve fixed it',
    waits: 'Thank you. We look at it, and show it again if it’s fixed.',
    over: (day: string) => `It could be fixed until ${day}.`,
  },
  appeal: {
    title: 'Appeal',
    body: (day: string) =>
      `If you think this is wrong, say why until ${day}. Somebody at Cheers who had no part in the decision looks at it again and answers within 15 days. You can appeal once.`,
    label: 'Why should we decide differently?',
    send: 'Send appeal',
    sent: 'Your appeal is on its way.',
    yours: (day: string) => `You appealed on ${day}`,
    waits: (day: string) =>
      `You get an answer by ${day}. If nobody else can answer within 30 days, the decision ends.`,
    answer: (day: string) => `Our answer of ${day}`,
    over: (day: string) => `You could appeal until ${day}.`,
  },
  notDone: 'That didn’t work. Please try again.',
  reports: {
    loading: 'Loading your reports',
    failed: 'Your reports could not be loaded',
    none: 'You haven’t reported anything',
    noneHelp: 'Use “Report…” in the menu of a comment, a post or a page.',
    on: (day: string) => `Reported on ${day}`,
    waits: (day: string) => `Decided by ${day}`,
    acted: 'We agreed, and did something about it',
    declined: 'It doesn’t break the rules',
    open: 'Open',
    done: 'Done',
  },
} as const
