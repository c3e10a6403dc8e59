import { plural } from '#contract/plural.ts'
import { DELETION_UNDO_DAYS } from '#contract/site/policy.ts'

/** The texts about deleting an account: in the settings, and for users who return before it is done. */
export const leavingTexts = {
  sectionTitle: 'Delete account',
  sectionHint: `You have ${DELETION_UNDO_DAYS} days to change your mind. Then it is gone for good.`,
  open: 'Delete account',
  dialogTitle: 'Delete your account?',
  dialogIntro: 'This is what happens:',
  memberships:
    "Your memberships are cancelled now, and you won't be charged again. If your bank has already started a payment, we'll send it back automatically.",
  page: 'Your page closes now: nobody can find it, and your members are notified and not charged again.',
  pageBack: 'If you do, your page comes back, and your supporters’ memberships continue.',
  devices: 'Every device is logged out, including this one.',
  undo: `For ${DELETION_UNDO_DAYS} days you can change your mind: log in and press “Keep my account”. Your own memberships stay cancelled.`,
  erased:
    'Then your profile, your page and your posts are erased for good. Payment records are kept, without your name.',
  passwordLabel: 'Your password',
  cancel: 'Keep my account',
  confirm: 'Delete my account',
  erasedOn: (day: string) => `It will be erased on ${day}.`,

  screenTitle: 'Your account is being deleted',
  screenIntro: (day: string) => `It will be erased for good on ${day}. Until then you can keep it.`,
  screenMemberships:
    "Your memberships were cancelled. That can't be undone, but you can join again any time, and you keep access until the end of what you paid for.",
  screenPage:
    "Your page is closed. If you keep your account, it comes back and your supporters' memberships continue. Those that were about to renew end with the period they paid for, unless your supporters choose to keep them.",
  money: {
    loading: 'Working out what goes back to your members',
    loadFailed: 'We could not work out what goes back to your members.',
    title: 'What your members get back',
    nobody: 'No member has paid for time still ahead, so nothing is refunded.',
    members: (count: number) =>
      plural(count, {
        one: 'One member has paid for time still ahead.',
        other: '{n} members have paid for time still ahead.',
      }),
    when: `After ${DELETION_UNDO_DAYS} days, what they paid for it is refunded automatically, unless you keep your account.`,
    returned: 'Refunded to members',
    fromFees: 'of which from our fee',
    fromBalance: 'of which from your balance',
    balance: 'Your balance now',
    left: 'Stays yours',
    missing: 'Shortfall, covered by us',
    limits:
      "The payment provider keeps its fees for these payments; we cover them, not you or your members. It can't refund less than two cents, and payments made more than six months ago are refunded by bank transfer.",
    lastPayout: (amount: string) =>
      `You can have ${amount} paid out now. Anything that becomes available later is paid to the same details.`,
    nothingYet:
      'Anything that becomes available after your account is gone is paid to the payout details you gave us.',
    noDetails: (email: string) =>
      `We don't know yet where to pay you. Keep your account for a moment to add your payout details, or write to ${email}.`,
    askPayout: (amount: string) => `Request ${amount}`,
  },
  keep: 'Keep my account',
  logOut: 'Log out',
} as const
