import { DELETION_UNDO_DAYS } from '#contract/site/policy.ts'

/** What is said around deleting an account: in the settings, and to whoever comes back before it is done. */
export const leavingTexts = {
  sectionTitle: 'Delete account',
  sectionHint: `You have ${DELETION_UNDO_DAYS} days to change your mind. Then it is gone for good.`,
  open: 'Delete account',
  dialogTitle: 'Delete your account?',
  dialogIntro: 'This is what happens:',
  memberships: 'Your memberships are cancelled now. Nothing is charged any more.',
  page: 'Your page is closed now: nobody finds it, and your members are told and not charged again.',
  earnings: (email: string) =>
    `Money of yours that was not paid out yet is still yours: write to ${email} before your account is gone.`,
  devices: 'Every device is signed out, this one too.',
  undo: `For ${DELETION_UNDO_DAYS} days you can change your mind: log in and press “Keep my account”. Cancelled memberships stay cancelled.`,
  erased:
    'Then your profile, your page and your posts are erased for good. Records of payments stay, without your name.',
  passwordLabel: 'Your password',
  cancel: 'Keep my account',
  confirm: 'Delete my account',
  erasedOn: (day: string) => `It is erased on ${day}.`,

  screenTitle: 'Your account is being deleted',
  screenIntro: (day: string) => `On ${day} it is erased for good. Until then it can stay.`,
  screenMemberships:
    'Your memberships were cancelled. That cannot be taken back, but you can join again any time, and what you paid for stays open to its end.',
  screenPage:
    'Your page is closed. It comes back when you keep your account; memberships of your supporters end with the period they paid, unless they keep them.',
  keep: 'Keep my account',
  logOut: 'Log out',
} as const
