/** What is said around blocking, wherever it is done. */
export const blockTexts = {
  blockPage: 'Block this creator',
  blockMember: 'Block this member',
  question: (name: string) => `Block ${name}?`,
  aboutPage:
    'You no longer meet this page in Explore, search and posts, and you cannot join it. A membership you have ends with the period you paid. They are not told. You can unblock them in your settings.',
  aboutMember:
    'They cannot join your page any more. A membership they have ends with the period they paid; they are told that it ends, not why. You can unblock them in your settings.',
  confirm: 'Block',
  cancel: 'Cancel',
  unblock: 'Unblock',
  pageMenu: 'More about this page',
  blockedTitle: 'You blocked this page',
  blockedBody: 'You do not meet it in Explore, search and posts, and neither of you can join the other.',

  sectionTitle: 'Blocked users',
  sectionHint: 'They cannot join your page and you do not meet theirs.',
  loading: 'Loading whom you blocked',
  failed: 'Whom you blocked could not be loaded.',
  nobody: 'You have not blocked anybody.',
  howTo:
    'On the page of a creator the menu beside the name does it; for a supporter, their payment in Payouts.',
  since: 'Blocked',
} as const
