import { readAloud, slot } from '#contract/rich-text.ts'

/** The texts around blocking, wherever it is done. */
export const blockTexts = {
  blockPage: 'Block this creator',
  blockMember: (name: string) => `Block this member${readAloud(` ${name}`)}`,
  question: (name: string) => `Block ${name}?`,
  aboutPage:
    "You'll no longer see this page in Explore, search or posts, and you can't join it. If you have a membership, it ends with the period you paid for. They aren't notified. You can unblock them in your settings.",
  aboutMember:
    'They can no longer join your page. If they have a membership, it ends with the period they paid for; they hear that it ends, but not why. You can unblock them in your settings.',
  confirm: 'Block',
  cancel: 'Cancel',
  unblock: (name: string) => `Unblock${readAloud(` ${name}`)}`,
  pageMenu: 'More about this page',
  blockedTitle: 'You blocked this page',
  blockedBody: "You won't see it in Explore, search or posts, and neither of you can join the other.",

  sectionTitle: 'Blocked users',
  sectionHint: "People you block can't join your page, and you won't see theirs.",
  loading: 'Loading blocked users',
  failed: 'Your blocked users could not be loaded.',
  nobody: "You haven't blocked anyone.",
  howTo:
    'To block a creator, use the menu next to the name on their page. To block a supporter, open their payment in Payouts.',
  showMore: 'Show more',
  since: `Blocked ${slot('moment')}`,
} as const
