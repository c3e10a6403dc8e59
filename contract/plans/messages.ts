/** The product's texts around a creator's membership plans; the spec's sentences verbatim. */
export const planMessages = {
  nameRequired: 'Plan name is required',
  nameTooLong: 'Use at most 20 characters',
  priceRequired: 'Price is required',
  priceFormat: 'Enter a price like 9.99',
  priceTooLow: 'The price must be at least $5',
  priceTooHigh: 'The price can be at most $10,000',
  rupeesTooLow: 'The price must be at least ₹50',
  rupeesTooHigh: 'The price can be at most ₹5,00,000',
  descriptionTooLong: 'Use at most 200 characters',
  welcomeNoteTooLong: 'Use at most 500 characters',
  advice: 'Add plans in order, starting with the lowest-priced one.',
  deleteQuestion: 'Are you sure you want to delete this plan?',
  deleted: 'Plan deleted successfully',
  deleteFailed: 'Failed to delete plan',
  chooseMembership: 'Choose your membership',
  noticeMalformed: 'Members get 30, 60 or 90 days.',
} as const
