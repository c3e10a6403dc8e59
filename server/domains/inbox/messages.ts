/** The texts of the mail about webhooks that stay away, to the operator. */
export const silenceMailTexts = {
  subject: 'The payment provider has stopped telling us about payments',
  subjectNeverHeard: 'The payment provider isn’t telling us about payments',
  notHeardSince: (day: string, time: string) =>
    `No webhook has arrived from Razorpay since ${day} at ${time} UTC, though people have paid. Nothing is lost: every quarter of an hour, Cheers asks Razorpay for what it missed. But memberships, refunds and disputes are now noticed late.`,
  neverHeard:
    'No webhook has arrived from Razorpay so far, though people have paid. Nothing is lost: every quarter of an hour, Cheers asks Razorpay for what it missed. But memberships, refunds and disputes are now noticed late.',
  enableIt:
    'Razorpay switches a webhook off when it has failed for 24 hours. Please open the webhooks in its dashboard and enable this one again. If it is enabled there, its secret is not the one in RAZORPAY_WEBHOOK_SECRET, or something on the way keeps Razorpay from reaching it.',
  sentOnce: 'This email is sent once. Cheers notices when webhooks arrive again.',
  webhook: 'Webhook',
} as const
