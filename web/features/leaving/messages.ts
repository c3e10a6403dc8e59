import { NUMBER_LOCALE } from '#contract/locale.ts'
import { DELETION_UNDO_DAYS } from '#contract/site/policy.ts'

/** What is said around deleting an account: in the settings, and to whoever comes back before it is done. */
export const leavingTexts = {
  sectionTitle: 'Delete account',
  sectionHint: `You have ${DELETION_UNDO_DAYS} days to change your mind. Then it is gone for good.`,
  open: 'Delete account',
  dialogTitle: 'Delete your account?',
  dialogIntro: 'This is what happens:',
  memberships:
    "Your memberships are cancelled now. Nothing is charged any more; if your bank has already started a payment, we'll send it back automatically.",
  page: 'Your page is closed now: nobody finds it, and your members are told and not charged again.',
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
  money: {
    loading: 'Working out what goes back to your members',
    loadFailed: 'We could not work out what goes back to your members.',
    title: 'What your members get back',
    nobody: 'No member has paid for time to come, so nothing goes back.',
    members: (count: number) =>
      count === 1
        ? 'One member has paid for time that is still to come.'
        : `${count.toLocaleString(NUMBER_LOCALE)} members have paid for time that is still to come.`,
    when: `After ${DELETION_UNDO_DAYS} days, what they paid for it goes back to them by itself, unless you keep your account.`,
    returned: 'Goes back to members',
    fromFees: 'of which from our fee',
    fromBalance: 'of which from your balance',
    balance: 'Your balance now',
    left: 'Stays yours',
    missing: 'Missing, which we bear',
    limits:
      'The payment provider keeps what it charged for these payments; we bear that, not you or your members. It can’t send back less than two cents, and what was paid more than six months ago goes back by bank transfer.',
    lastPayout: (amount: string) =>
      `You can have ${amount} paid out now. What becomes available later, we pay out to the same details.`,
    nothingYet:
      'What becomes available after your account is gone, we pay out to the payout details you gave us.',
    noDetails: (email: string) =>
      `We don’t know yet where to pay you. Keep your account for a moment to add your payout details, or write to ${email}.`,
    askPayout: (amount: string) => `Request ${amount}`,
  },
  keep: 'Keep my account',
  logOut: 'Log out',
} as const
