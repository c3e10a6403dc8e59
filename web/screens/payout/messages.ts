import { type Currency, formatCents } from '#contract/money.ts'
import type { RefundStatus } from '#contract/payments/refund-status.ts'
import { REFUND_WINDOW_DAYS } from '#contract/payments/refund-window.ts'
import type { PayoutStatus } from '#contract/payouts/routes.ts'
import {
  BANK_TRANSFER_BUSINESS_DAYS,
  DETAILS_HOLD_DAYS,
  PAYOUT_THRESHOLD,
  PAYOUT_THRESHOLD_CENTS,
  UNPROTECTED_MAX,
} from '#contract/payouts/rules.ts'
import type { BillingInterval } from '#contract/plans/pricing.ts'
import { plural } from '#contract/plural.ts'
import { readAloud } from '#contract/rich-text.ts'

/** The texts of the payout screen. Amounts, days and months arrive formatted. */
export const payoutTexts = {
  title: 'Payouts',
  subtitle: 'Manage your earnings and payouts',
  loading: 'Loading your earnings',
  loadFailed: 'Your earnings could not be loaded.',
  cancel: 'Cancel',
  balance: {
    title: 'Your balance',
    loading: 'Loading your balance',
    loadFailed: 'Your balance could not be loaded.',
    unchanged: 'Nothing about it has changed.',
    available: 'Available',
    availableMeaning: `Past the ${REFUND_WINDOW_DAYS} days in which a payment can be refunded.`,
    pending: 'Pending',
    pendingMeaning: `Becomes available ${REFUND_WINDOW_DAYS} days after each payment.`,
    reserved: 'For the months ahead',
    reservedMeaning: (day: string) =>
      `From yearly payments. A share becomes available each month, the last one on ${day}.`,
  },
  earnings: {
    title: 'Earnings over time',
    inRupees: 'In rupees',
    inDollars: 'In US dollars',
    loading: 'Loading your earnings by month',
    loadFailed: 'Your earnings by month could not be loaded.',
  },
  payments: {
    title: 'Recent Supporter Payments',
    loading: 'Loading payments',
    loadFailed: 'Payments could not be loaded.',
    empty: 'No payments yet',
    emptyBody:
      "Each supporter's payment appears here, with your share of it. Share your page to get started.",
    toYourPage: 'Go to your page',
    subscription: 'Subscription',
    availableFrom: {
      monthly: (day: string) => `Counts as available from ${day}.`,
      yearly: (day: string) => `A share counts as available each month, the first from ${day}.`,
    } satisfies Record<BillingInterval, (day: string) => string>,
    supporterPaid: 'Supporter paid',
    yours: 'Yours',
    seeAll: 'See all payments',
  },
  allPayments: {
    title: 'Payments',
    subtitle: 'Every payment from your supporters, and where the money went.',
    back: 'Back to payouts',
    search: { label: 'Search payments by name', placeholder: 'Search by name' },
    plan: { label: 'Plan', all: 'All plans' },
    month: { label: 'Month', all: 'All months' },
    tabs: { label: 'Which payments', all: 'All', refunded: 'Refunded', disputed: 'Disputed' },
    noneFound: 'No payment matches',
    noneFoundHelp: 'Try another name, or fewer filters.',
    none: {
      refunded: 'Nothing was refunded',
      disputed: 'No bank has asked about a payment',
    },
    clear: 'Clear filters',
    showMore: 'Show more payments',
    moreFailed: 'The next payments could not be loaded.',
  },
  information: {
    title: 'Payout Information',
    facts: [
      `Payouts are processed for earnings above ${formatCents(PAYOUT_THRESHOLD_CENTS, 'USD')}.`,
      `Earnings in rupees are paid out in rupees, above ${formatCents(PAYOUT_THRESHOLD.INR, 'INR')}.`,
      `Bank transfers take ${BANK_TRANSFER_BUSINESS_DAYS} business days.`,
      `A payment counts once it is ${REFUND_WINDOW_DAYS} days old and can no longer be refunded.`,
      'Yearly payments become available month by month.',
    ],
    paidTo: 'Paid to',
    noDetails: `Tell us where you want to be paid so that you can request a payout. To keep you safe, new details are held for ${DETAILS_HOLD_DAYS} days before anything is sent to them, so add them early.`,
    addDetails: 'Add payout details',
    changeDetails: `Change${readAloud(' where you are paid')}`,
    detailsLoading: 'Loading your payout details',
    detailsLoadFailed: 'Your payout details could not be loaded.',
    place: (method: string, hint: string) => `${method}, ${hint}`,
    held: (day: string) =>
      `New details: to keep you safe, nothing is sent here before ${day}. You can already request a payout; it waits until then.`,
    heldByDecision: (day: string) =>
      `Cheers holds your payouts until ${day}. Your balance stays yours and keeps growing; what you request meanwhile leaves when the hold ends.`,
    readDecision: 'Read why, and appeal',
    heldForSafety: (day: string) =>
      `On hold: somebody else may have been in your account, so nothing is sent here before ${day}. Check that these details are yours. You can already request a payout; it waits until then.`,
  },
  request: {
    ask: (amount: string) => `Request ${amount}`,
    confirmTitle: (amount: string) => `Request a payout of ${amount}?`,
    confirmBody: (amount: string, place: string) =>
      `${amount} leaves your balance and goes to ${place}. Bank transfers take ${BANK_TRANSFER_BUSINESS_DAYS} business days.`,
    confirmBodyWhileHeld: (amount: string, place: string, day: string) =>
      `${amount} leaves your balance now and goes to ${place} on ${day}, because these details are new. After that, bank transfers take ${BANK_TRANSFER_BUSINESS_DAYS} business days.`,
    confirm: 'Request payout',
    protectTitle: (amount: string) => `One step before you request ${amount}`,
    protectBody: (currency: Currency) =>
      `Payouts of more than ${formatCents(UNPROTECTED_MAX[currency], currency)} need more than a password, so that nobody who learns it can take your money. Add a passkey or an authenticator app; it takes a minute.`,
    protect: 'Protect my account',
    tooLittle: (currency: Currency) =>
      `You can request a payout as soon as more than ${formatCents(PAYOUT_THRESHOLD[currency], currency)} is available.`,
    onItsWay: {
      USD: 'Your last payout is still on its way. You can request the next one once it has arrived.',
      INR: 'Your last payout in rupees is still on its way. You can request the next one once it has arrived.',
    } satisfies Record<Currency, string>,
  },
  details: {
    title: 'Where you are paid',
    intro: `We use these details only to pay you. To keep you safe, we email you when they change, and nothing is sent to new details for ${DETAILS_HOLD_DAYS} days.`,
    save: 'Save details',
    method: 'How',
    fields: {
      holder: 'Name of the account holder',
      accountNumber: 'Account number',
      ifsc: 'IFSC code',
      iban: 'IBAN',
      upiId: 'UPI ID',
      paypalEmail: 'PayPal email',
    },
    password: 'Your password',
    passwordHelp: 'We ask again so that nobody else can change where your money goes.',
    noPassword: 'You only sign in with Google. Set a password in the settings first, then come back.',
    toSettings: 'Open the settings',
  },
  history: {
    title: 'Payouts',
    loading: 'Loading your payouts',
    loadFailed: 'Your payouts could not be loaded.',
    empty: 'No payouts yet',
    emptyBody: 'Each payout appears here, from the request to the day it arrives.',
    requestedOn: (day: string) => `Requested ${day}`,
    bankReference: 'Bank reference',
    states: {
      requested: 'Requested',
      approved: 'Approved',
      sent: 'Sent to the bank',
      paid: 'Paid',
      failed: 'Failed',
      reversed: 'Came back',
    } satisfies Record<PayoutStatus, string>,
  },
  disputes: {
    notCharged: 'Until the bank has decided, this supporter is not charged again.',
    held: 'Your share of the held amount is not in your balance until the bank has decided. This supporter is not charged again until then.',
    lost: 'Your share of the lost amount is no longer in your balance.',
    refundNow:
      'You can refund it now, so that it does not become a chargeback. Until the bank has decided, this supporter is not charged again.',
  },
  refunds: {
    title: 'Refund requests',
    paidAndRequested: (amount: string, paidOn: string, requestedOn: string) =>
      `Paid ${amount} on ${paidOn} · Requested ${requestedOn}`,
    used: (opened: number, total: number) =>
      plural(total, {
        one: `Opened ${opened} of {n} members-only post`,
        other: `Opened ${opened} of {n} members-only posts`,
      }),
    approve: (name: string) => `Refund${readAloud(` ${name}`)}`,
    approveAmount: (amount: string) => `Refund ${amount}`,
    decline: (name: string) => `Decline${readAloud(` ${name}`)}`,
    confirmDecline: 'Decline',
    approveTitle: (name: string) => `Refund ${name}?`,
    declineTitle: (name: string) => `Decline ${name}'s request?`,
    giveTitle: (name: string) => `Give ${name} money back?`,
    approveBody:
      "A full refund ends what the payment bought, the membership or an upgrade, as soon as the money has left. A partial refund leaves it unchanged. This can't be undone.",
    declineBody: 'They keep the membership and will see your note.',
    amount: 'Amount',
    note: 'Note to your supporter',
    noteHelp: "Optional. They'll see it in the email.",
    reason: 'Reason',
    reasonHelp: 'Your supporter will see it in the email.',
    give: (name: string) => `Give money back${readAloud(` ${name}`)}`,
    /** The status of a payment's newest refund; `amount` is the money it returns. */
    states: {
      requested: (amount: string) => `${amount} requested`,
      declined: (amount: string) => `${amount} requested and declined`,
      approved: (amount: string) =>
        `${amount} is on its way back. The membership continues until it has left.`,
      sent: (amount: string) => `${amount} is on its way back. The membership continues until it has left.`,
      manual: (amount: string) => `${amount} is refunded by bank transfer, which we make for you.`,
      processed: (amount: string) => `${amount} refunded`,
      failed: (amount: string) => `The refund of ${amount} did not arrive. Nothing has changed for them.`,
    } satisfies Record<RefundStatus, (amount: string) => string>,
    delayed: (amount: string) =>
      `The refund of ${amount} is taking longer than usual. We keep trying, and the membership continues until it has left.`,
    /** What a bank that asks for the payment, or took it, has to do with the refund. */
    banks: {
      deciding: (amount: string) => `The refund of ${amount} waits until the bank has decided.`,
      returned: (amount: string) =>
        `The refund of ${amount} was not sent: the bank gave the money back instead.`,
    },
    /** For payments with several refunds. */
    refundedInAll: (amount: string) => `${amount} in all`,
    sendAgain: (name: string) => `Send again${readAloud(` ${name}`)}`,
  },
  statements: {
    title: 'Statements',
  },
} as const
