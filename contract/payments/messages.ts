/** What people read about refunds. */
export const refundMessages = {
  requested: "Your request is with the creator. We'll email you as soon as it is decided.",
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

/** A dispute's state for the creator. `due` is the day by which the bank wants an answer. */
export const creatorDisputeTexts = {
  suspected: (money: string) => `The bank suspects fraud: none of the ${money} has been taken yet`,
  suspectedUntil: (money: string, due: string) =>
    `The bank suspects fraud, answer due ${due}: none of the ${money} has been taken yet`,
  cleared: (on: string) => `The bank's suspicion of fraud ended on ${on}: nothing was taken`,
  open: (money: string) => `Disputed with the bank: ${money} is held`,
  openUntil: (money: string, due: string) => `Disputed with the bank, answer due ${due}: ${money} is held`,
  won: (money: string, on: string) => `Dispute won on ${on}: the ${money} is no longer held`,
  closed: (money: string, on: string) =>
    `Dispute dropped by the bank on ${on}: the ${money} is no longer held`,
  lost: (money: string, on: string) => `Lost to a dispute: ${money} on ${on}`,
  lostAndBorne: (money: string, on: string, borne: string) =>
    `Lost to a dispute: ${money} on ${on}. Cheers bears ${borne} of it, which had been refunded before`,
} as const

/** The same for the supporter whose bank it is. */
export const ownDisputeTexts = {
  suspected: (on: string) =>
    `Your bank has suspected since ${on} that someone else made this payment. Nothing more is charged until it has decided`,
  cleared: (on: string) => `Your bank's suspicion of fraud ended on ${on}`,
  open: (money: string, on: string) =>
    `Disputed by your bank since ${on}: it is deciding about ${money}. Nothing more is charged until then`,
  won: (on: string) => `Your bank decided on ${on} that the payment stands`,
  closed: (on: string) => `Your bank dropped its dispute on ${on}: the payment stands`,
  lost: (money: string, on: string) => `Given back by your bank: ${money} on ${on}`,
} as const
