import { formatList } from '#contract/lists.ts'
import type { BillingInterval } from '#contract/plans/pricing.ts'
import { plural } from '#contract/plural.ts'
import { readAloud } from '#contract/rich-text.ts'

/** The texts of My Subscriptions. */
export const subscriptionsTexts = {
  title: 'My Subscriptions',
  subtitle: 'Manage your creator subscriptions',
  /** The icon in the header. */
  settings: 'Membership settings',
  list: {
    title: 'Active Subscriptions',
    note: "Creators you're currently supporting",
    loading: 'Loading your subscriptions',
    notLoaded: 'Your subscriptions could not be loaded.',
    nothingChanged: 'Nothing about them has changed.',
    tryAgain: 'Try again',
    none: "You aren't supporting anyone yet",
    noneAdvice: 'Find a creator you like and choose one of the plans on their page.',
    explore: 'Explore creators',
    /** What every row is. */
    category: 'Membership',
    /** Shown when all memberships are paused. */
    noneActive: 'None of your memberships is active right now.',
  },
  paused: {
    title: 'Paused',
    note: 'Nothing is charged, and your price is kept. Come back whenever you like.',
  },
  /** Beside the name of a page that is suspended or closed. */
  unavailable: 'Unavailable',
  intervals: { monthly: 'Monthly', yearly: 'Yearly' } satisfies Record<BillingInterval, string>,
  /** Below a membership that a UPI ID pays for. */
  upi: (upiId: string) =>
    `Paid by UPI from ${upiId}. Cancelling here ends the agreement with your bank. You can also end it yourself in your UPI app, under “Autopay” or “Mandates”.`,
  /** Below one that an Indian card pays for. */
  indianCard:
    'Paid by an Indian card. Cancelling here ends the agreement with your bank. You can also end it yourself at your bank, under “E-mandates” or “Standing instructions”.',
  actions: {
    changePlan: 'Change plan',
    otherCard: (pageName: string) => `Use another card${readAloud(` for ${pageName}`)}`,
    otherCardInMenu: 'Use another card',
    /** When a UPI ID is debited. */
    payByCard: 'Pay by card',
    pause: 'Pause',
    reactivate: (pageName: string) => `Come back${readAloud(` to ${pageName}`)}`,
    keep: (pageName: string) => `Keep my membership${readAloud(` of ${pageName}`)}`,
    undoChange: (pageName: string) => `Undo the change${readAloud(` of ${pageName}`)}`,
    changeUndone: (planName: string) => `You stay on ${planName}.`,
    cancel: (pageName: string) => `Cancel${readAloud(` your membership with ${pageName}`)}`,
    more: (pageName: string) => `More for ${pageName}`,
    goesOn: (pageName: string) => `Your membership with ${pageName} continues.`,
    renews: (day: string) => `It renews on ${day}.`,
    cardChanged: 'Your card has been changed.',
  },
  sharing: {
    menu: 'What this creator can see',
    title: (pageName: string) => `What ${pageName} may know about you`,
    intro:
      'Creators see your name, your plan and what you paid. The rest is up to you, and ends with your membership.',
    email: 'My email address',
    emailHelp: 'They may write to you, and keep the address in lists they export.',
    lastSeen: 'When I last opened a post',
    lastSeenHelp: 'The day of your last visit, not what you read.',
    save: 'Save',
    saved: 'Saved. You can change this at any time.',
    cancel: 'Cancel',
    loading: 'Loading your choice',
    failed: 'Your choice could not be loaded',
  },
  cancellation: {
    question: (pageName: string) => `Cancel your membership with ${pageName}?`,
    confirm: 'Cancel membership',
    keep: 'Keep membership',
    done: (pageName: string) => `Your membership with ${pageName} is cancelled.`,
    accessUntil: (day: string) => `You keep access until ${day}.`,
    why: 'Why are you leaving?',
    whyHelp: 'Counted for the creator, without your name.',
    optional: 'Optional',
    noReason: 'I’d rather not say',
    reasons: {
      price: 'It costs too much for me now',
      content: 'There was less than I expected',
      time: 'I have no time for it',
      elsewhere: 'I support them elsewhere',
      finished: 'I only planned to join for a while',
      other: 'Something else',
    },
  },
  pausing: {
    question: (pageName: string) => `Pause your membership with ${pageName}?`,
    /** `paidUntil`: null when no paid time is left. */
    means: (paidUntil: string | null) =>
      paidUntil === null
        ? 'Nothing is charged while it is paused, and your price is kept. Come back whenever you like.'
        : `Nothing is charged while it is paused, and your price is kept. You keep access until ${paidUntil}. Come back whenever you like.`,
    confirm: 'Pause membership',
    notNow: 'Not now',
    done: (pageName: string) => `Your membership with ${pageName} is paused.`,
  },
  planChange: {
    title: (pageName: string) => `Change your plan for ${pageName}`,
    loading: 'Loading the plans',
    notLoaded: 'The plans could not be loaded.',
    doneNow: (planName: string | undefined) => `You are on ${planName ?? 'your new plan'} now.`,
    doneLater: (planName: string | undefined, day: string) =>
      `${planName ?? 'Your new plan'} begins on ${day}.`,
    keep: 'Keep what I have',
    confirm: 'Change plan',
    confirmLater: (day: string) => `Change on ${day}`,
    confirmPaying: (amount: string) => `Pay ${amount} and change`,
    confirmNow: 'Change now',
    plan: 'Plan',
    yours: 'Yours now',
    interval: 'How often you pay',
    otherCurrency:
      'To switch to a plan in another currency, cancel this membership and join again once it has ended.',
    isSame: 'This is what you have now. Choose another plan or interval.',
    noPlans: (pageName: string) => `${pageName} offers no other plan right now.`,
    timing: 'When it begins',
    now: 'Now',
    periodEnd: 'When my period ends',
    chargedToday: 'Charged today',
  },
  newPrice: {
    asks: (asked: { pageName: string; price: string; planName: string; acceptBy: string }) =>
      `${asked.pageName} is asking ${asked.price} for ${asked.planName} from your next period. If you don't accept by ${asked.acceptBy}, your membership ends with the period you paid for.`,
    accept: (price: string, pageName: string) => `Accept ${price}${readAloud(` for ${pageName}`)}`,
    leave: (pageName: string) => `Leave${readAloud(` your membership with ${pageName}`)}`,
    accepted: (price: string) => `You accepted ${price}.`,
  },
  ahead: {
    title: 'Coming up',
    note: 'Every charge in the next twelve months',
    loading: 'Loading your upcoming charges',
    notLoaded: 'Your upcoming charges could not be loaded.',
    byTheMonth: 'Average per month',
    besides: (amount: string) => `and ${amount}`,
    nothing: 'No charges are planned.',
    overdue: (amount: string, pageName: string, day: string) =>
      `${amount} for ${pageName} could not be charged. You have until ${day} to choose a card that works.`,
  },
  calendar: {
    monthBefore: 'Previous month',
    nextMonth: 'Next month',
    charge: (amount: string, pageName: string) => `${amount} for ${pageName}`,
    dayWithCharges: (day: number, charges: readonly string[]) =>
      `${day}${readAloud(`: ${formatList(charges)}`)}`,
    planAndDay: (planName: string, day: string) => `${planName} · ${day}`,
    nothing: 'Nothing is charged this month.',
  },
  given: {
    title: 'What you’ve paid, by year',
    note: 'After refunds',
    payments: (count: number) => plural(count, { one: '{n} payment', other: '{n} payments' }),
  },
  budget: {
    label: 'Monthly budget',
    help: 'New memberships that would go over it are refused. The ones you have continue. Memberships in rupees are not counted.',
    set: 'Set budget',
    remove: 'No budget',
    notNow: 'Not now',
    none: "You haven't set a monthly budget.",
    ofBudget: (amount: string) => `of your budget of ${amount} a month`,
    setOne: 'Set a budget',
    change: `Change${readAloud(' your budget')}`,
  },
}
