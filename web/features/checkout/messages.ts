/** The texts of paying that the contract does not have. */
export const checkoutTexts = {
  nothingCharged: 'Nothing was charged. Please try again.',
  noReasonGiven: 'no reason was given',
}
