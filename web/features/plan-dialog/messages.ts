import { slot } from '#contract/rich-text.ts'

/** The texts of adding, changing and deleting a plan that aren't in the contract. */
export const planDialogTexts = {
  /** Above the plans as their owner sees them. */
  yourPlans: 'Your plans',
  titleOf: (planName: string) => `Edit ${planName}`,
  titleOfNew: 'Add a membership plan',
  name: { label: 'Plan name', help: (limit: number) => `At most ${limit} characters.` },
  currency: {
    label: 'Currency of the price',
    USD: 'US dollars',
    INR: 'Indian rupees',
    help: 'A plan keeps its currency.',
    ofRupees:
      'A plan keeps its currency, and earnings in rupees are paid out in rupees. Next to plans in dollars, ₹80 counts as $1: a plan includes the cheaper ones.',
  },
  price: {
    label: 'Price',
    perMonth: 'per month',
    kept: (kept: string) => `You keep ${kept} of each payment.`,
    /** Until a price is typed. */
    keptUnknown: 'From $5, or ₹50.',
    yearlyCheaper: (percent: number) => `Members can also pay yearly, ${percent}% cheaper.`,
    yearly: (price: string, percent: number) =>
      `Paid yearly, members pay ${slot('price', price)} a year, ${percent}% less.`,
    isForNewMembers:
      'A new price applies to new members. Current members keep theirs until they accept the new one.',
    isLower:
      'A lower price applies to everyone: your members pay it from their next renewal, and we tell them by email.',
  },
  description: { label: 'Description', optional: 'Optional', help: 'One perk on each line.' },
  welcomeNote: {
    label: 'Welcome note',
    help: 'New members read it right after they join, and in their welcome email.',
  },
  recommended: {
    label: 'Recommend this plan',
    help: 'It stands out on your page. You can recommend one plan.',
  },
  notice: {
    label: 'Current members',
    help: "We ask them by email. If they don't accept in time, their membership ends with the period they paid for; nobody is charged the new price without agreeing.",
    keep: 'Keep their price',
    ask: (days: number) => `Ask them to accept the new price within ${days} days`,
  },
  saved: 'Your changes are saved.',
  cancel: 'Cancel',
  saving: 'Loading...',
  save: 'Save plan',
  add: 'Add Plan',
  deletion: {
    means: (planName: string) =>
      `${slot('name', planName)} won't take new members. Current members keep what they paid for, and its posts stay with it.`,
    confirm: "Yes, I'm sure",
    cancel: 'No, cancel',
  },
}
