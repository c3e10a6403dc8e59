/** The payment texts that the contract doesn't have. */
export const checkoutTexts = {
  nothingCharged: 'Nothing was charged. Please try again.',
  noReasonGiven: 'no reason was given',
}
