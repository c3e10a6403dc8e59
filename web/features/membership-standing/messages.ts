/** What a member reads of how a membership stands. */
export const standingTexts = {
  standing: {
    unavailable: "This page isn't available. You won't be charged while it's unavailable.",
    beingRefunded: 'A refund is on its way. You keep access until the money has left.',
    /** `paidUntil`: null when no paid time is left. */
    disputed: (payment: { price: string; day: string }, paidUntil: string | null) =>
      paidUntil === null
        ? `No renewal for now: your bank is disputing your payment of ${payment.price} on ${payment.day}, and nothing more is charged until it has decided.`
        : `No renewal for now: your bank is disputing your payment of ${payment.price} on ${payment.day}, and nothing more is charged until it has decided. You keep access until ${paidUntil}.`,
    ends: (day: string) => `Ends on ${day}`,
    endsWithPlan: (day: string) => `Ends on ${day}. This plan is no longer offered`,
    begins: (planName: string, day: string) => `${planName} begins on ${day}`,
    renews: (day: string) => `Renews on ${day}`,
    renewsAt: (day: string, price: string) => `Renews on ${day} at the lower price of ${price}`,
    paused: 'Paused. Nothing is charged, and your price is kept',
    pausedUntil: (day: string) => `Paused. You keep access until ${day}`,
    paymentFailed: (day: string) => `Payment failed. You keep access until ${day}`,
  },
  cancellation: {
    endsAtOnce: (planName: string) => `Your ${planName} plan ends at once, and nothing more is charged.`,
    ends: (planName: string, day: string) =>
      `Your ${planName} plan ends on ${day}. Until then you keep everything it includes, and nothing more is charged.`,
  },
  /** After the consequences of cancelling or pausing, when the next payment is near. */
  debitUnderWay: "If your bank has already started the next payment, we'll send it back automatically.",
} as const
