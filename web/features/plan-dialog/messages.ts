/** The texts of adding, changing and deleting a plan that the contract does not have. */
export const planDialogTexts = {
  titleOf: (planName: string) => `Edit ${planName}`,
  titleOfNew: 'Add a membership plan',
  name: { label: 'Plan name', help: (limit: number) => `At most ${limit} characters.` },
  currency: {
    label: 'Currency of the price',
    USD: 'US dollars',
    INR: 'Indian rupees',
    help: 'A plan keeps its currency.',
    ofRupees:
      'A plan keeps its currency, and what you earn in rupees is paid out in rupees. Beside plans in dollars, ₹80 count as $1: a plan includes what costs less.',
    isFixed: 'The currency of a plan cannot be changed. Add another plan for the other one.',
  },
  price: {
    label: 'Price',
    perMonth: 'per month',
    yearlyCheaper: (percent: number) => `Members can also pay yearly, ${percent}% cheaper.`,
    /** Around what a year costs. */
    yearlyBefore: 'Paid yearly, members pay',
    yearlyAfter: (percent: number) => `a year, ${percent}% less.`,
    isForNewMembers:
      'A new price is for new members. Those who are members now keep theirs until they accept the new one.',
    isLower:
      'A lower price is for everybody: your members pay it from their next renewal on, and hear of it by mail.',
  },
  description: { label: 'Description', optional: 'Optional' },
  notice: {
    label: 'Current members',
    help: 'Who is asked gets a mail. Without a yes in time the membership ends with what was paid; nobody is charged the new price unasked.',
    keep: 'Keep their price',
    ask: (days: number) => `Ask them to accept the new price within ${days} days`,
  },
  saved: 'Your changes are saved.',
  close: 'Close',
  cancel: 'Cancel',
  saving: 'Loading...',
  save: 'Save Plan',
  add: 'Add Plan',
  deletion: {
    /** After the plan's name. */
    means: 'takes no new members. Those who have it keep what they paid for, and its posts stay with it.',
    confirm: "Yes, I'm sure",
    cancel: 'No, cancel',
  },
}
