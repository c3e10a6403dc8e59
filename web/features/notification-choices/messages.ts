import type { MailPace, NoticeTopic } from '#contract/notifications/kinds.ts'
import { readAloud } from '#contract/rich-text.ts'

/** The texts of how people hear about things. */
export const choiceTexts = {
  title: 'How you hear about things',
  hint: 'Receipts and emails about your account’s safety always come.',
  loading: 'Loading your choices',
  failed: 'Your choices could not be loaded.',
  notSaved: 'This was not saved.',
  columns: { bell: 'Bell', push: 'Push', email: 'Email' },
  bell: (about: string) => `Bell${readAloud(` ${about}`)}`,
  push: (about: string) => `Push${readAloud(` ${about}`)}`,
  email: (about: string) => `Email${readAloud(` ${about}`)}`,
  howOften: (about: string) => `How often: ${about}`,
  paces: {
    now: 'Right away',
    daily: 'Daily',
    weekly: 'Weekly',
    off: 'Off',
  } satisfies Record<MailPace, string>,
  /** In place of a choice: mails about money always come, and some things are too small for one. */
  mailAlways: 'Always',
  mailNever: 'Never',
  topics: {
    newPosts: { label: 'Creator updates', help: 'New posts by creators you support or follow' },
    replies: { label: 'Replies', help: 'Replies to your comments, and mentions of you. Emailed if unread' },
    messages: { label: 'Messages', help: 'And requests to write to you. Emailed if unread' },
    decisions: { label: 'Your comments', help: 'When one is held, hidden, removed or shown again' },
    live: {
      label: 'Live sessions',
      help: 'When one is planned, moved or called off, and answers to your questions',
    },
    liveNow: { label: 'Live now', help: 'When a session starts, and reminders you asked for' },
    votes: { label: 'Your votes', help: 'When a poll that you voted in closes' },
    memberships: { label: 'Your memberships', help: 'Renewals that fail, new prices, and ends' },
    members: { label: 'Members', help: 'Who joins your page, and who leaves' },
    followers: { label: 'Followers', help: 'Who follows your page' },
    likes: { label: 'Likes', help: 'Likes of your posts' },
    comments: { label: 'Comments', help: 'Comments on your posts' },
    polls: { label: 'Polls', help: 'When one of your polls closes' },
    approvals: { label: 'Approvals', help: 'When a comment waits for a decision' },
    refunds: { label: 'Refund requests', help: 'When one waits for your decision' },
    payouts: { label: 'Payouts', help: 'When they arrive, or fail' },
  } satisfies Record<NoticeTopic, { label: string; help: string }>,
  /** By email only, and off until somebody turns them on. */
  fromCheers: {
    productUpdates: { label: 'Product updates', help: 'What’s new in Cheers' },
    newsletter: { label: 'Newsletter', help: 'Stories about creators, now and then' },
    offers: { label: 'Offers', help: 'Discounts and campaigns' },
  },

  pages: {
    title: 'New posts, creator by creator',
    hint: 'Creators you want to hear from differently.',
    none: 'Once you support or follow creators, they are listed here.',
    failed: 'The creators could not be loaded.',
    showMore: 'Show more creators',
  },

  digest: {
    title: 'Your digest',
    hint: 'One email with everything new. After eight emails in a day, the rest waits for it, too.',
    label: 'Send it at eight in the morning',
    zone: 'Where you are',
    zoneHelp: 'It is eight o’clock there when the digest comes.',
    unknownZone: 'Not known yet',
  },

  device: {
    title: 'On this device',
    label: 'Push notifications on this device',
    help: 'Until you log out here. They say what happened and never what a post contains.',
    refused: 'This browser blocks notifications from Cheers. You can allow them in its settings.',
    unsupported: 'This browser does not show notifications of websites.',
    installedOnly: 'Add Cheers to your home screen first, and open it from there.',
    failed: 'This device could not be set up. Please try again.',
  },
} as const
