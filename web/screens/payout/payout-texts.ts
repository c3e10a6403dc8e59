import { formatCents } from '#contract/money.ts'
import type { PayoutStatus } from '#contract/payouts/routes.ts'
import {
  BANK_TRANSFER_BUSINESS_DAYS,
  DETAILS_HOLD_DAYS,
  PAYOUT_THRESHOLD_CENTS,
  REFUND_WINDOW_DAYS,
} from '#contract/payouts/rules.ts'
import type { BadgeTone } from '#web/ui/badge.tsx'

/** What the payout screen says. */
export const payoutTexts = {
  informationTitle: 'Payout Information',
  facts: [
    `Payouts are processed for earnings above ${formatCents(PAYOUT_THRESHOLD_CENTS)}.`,
    `Bank transfers take ${BANK_TRANSFER_BUSINESS_DAYS} business days.`,
    `A payment counts once it is ${REFUND_WINDOW_DAYS} days old and can no longer be refunded.`,
  ],
  paidTo: 'Paid to',
  noDetails: 'Say where you want to be paid, so that you can request a payout.',
  addDetails: 'Add payout details',
  changeDetails: 'Change',
  held: (day: string) => `New details: nothing is sent here before ${day}.`,
  request: (amount: string) => `Request ${amount}`,
  requestPlain: 'Request a payout',
  confirmTitle: (amount: string) => `Request a payout of ${amount}?`,
  confirmBody: (amount: string, place: string) =>
    `${amount} leaves your balance and goes to ${place}. Bank transfers take ${BANK_TRANSFER_BUSINESS_DAYS} business days.`,
  confirm: 'Request payout',
  tooLittle: `You can request a payout as soon as more than ${formatCents(PAYOUT_THRESHOLD_CENTS)} is available.`,
  open: 'Your last payout is still on its way. You can request the next one once it has arrived.',
  detailsTitle: 'Where you are paid',
  detailsIntro: `Only the payment itself uses these details. After a change nothing is sent for ${DETAILS_HOLD_DAYS} days.`,
  save: 'Save details',
  cancel: 'Cancel',
  method: 'How',
  holder: 'Name of the account holder',
  accountNumber: 'Account number',
  ifsc: 'IFSC code',
  iban: 'IBAN',
  upiId: 'UPI ID',
  paypalEmail: 'PayPal email',
  password: 'Your password',
  passwordHelp: 'Asked again so that nobody else can change where your money goes.',
  noPassword: 'You sign in with Google alone. Set a password in the settings first, then come back.',
  toSettings: 'Open the settings',
  historyTitle: 'Payouts',
  historyEmpty: 'No payouts yet',
  historyEmptyBody: 'Each payout appears here, from the request to the day it arrives.',
  requestedOn: (day: string) => `Requested ${day}`,
  bankReference: 'Bank reference',
} as const

export const PAYOUT_STATES: Record<PayoutStatus, { label: string; tone: BadgeTone }> = {
  requested: { label: 'Requested', tone: 'neutral' },
  approved: { label: 'Approved', tone: 'info' },
  sent: { label: 'Sent to the bank', tone: 'info' },
  paid: { label: 'Paid', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
  reversed: { label: 'Came back', tone: 'bad' },
}

/** What the creator reads about refunds. */
export const refundTexts = {
  title: 'Refund requests',
  asked: (day: string) => `Asked ${day}`,
  paidOn: (amount: string, day: string) => `Paid ${amount} on ${day}`,
  used: (opened: number, total: number) => `Opened ${opened} of ${total} posts for members`,
  approve: 'Refund',
  decline: 'Decline',
  approveTitle: (name: string) => `Refund ${name}?`,
  declineTitle: (name: string) => `Decline the request of ${name}?`,
  giveTitle: (name: string) => `Give ${name} money back?`,
  approveBody:
    'The whole amount ends the membership at once; a part leaves it as it is. It cannot be taken back.',
  declineBody: 'They keep the membership, and read your note.',
  amount: 'Amount',
  note: 'Note to your supporter',
  noteHelp: 'Optional. They read it in the mail.',
  reason: 'Reason',
  reasonHelp: 'Your supporter reads it in the mail.',
  give: 'Give money back',
  refunded: (amount: string) => `${amount} refunded`,
} as const
