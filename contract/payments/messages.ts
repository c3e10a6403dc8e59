/** What people read about refunds. */
export const refundMessages = {
  requested: "Your request is with the creator. We'll mail you as soon as it is decided.",
  automatic:
    'Your refund is on its way. It takes five to seven working days to arrive, and you keep your access until it has left.',
  approved: 'The refund is on its way to your supporter.',
  sentAgain: 'The refund is being sent again.',
  declined: 'The request is declined, and your supporter will be notified.',
  reasonRequired: 'Please say in a sentence why you want the money back.',
  giveReasonRequired: 'Please say what the refund is for. Your supporter will see it.',
  amountInvalid: 'Enter an amount like 9.99.',
} as const

/** What people read about their receipts. */
export const billingMessages = {
  saved: 'Your receipts will show these details from now on.',
  addressTooLong: 'Please use at most 300 characters.',
  gstinWrong: 'A GSTIN has 15 characters, like 29ABCDE1234F1Z5.',
} as const
