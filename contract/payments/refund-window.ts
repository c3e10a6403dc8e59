const DAY_MS = 86_400_000

/** A payment younger than this may still be refunded, so its money is not paid out yet. */
export const REFUND_WINDOW_DAYS = 7

/** The moment a payment becomes available: right when the window ends. */
export function availableFrom(paidAt: Date): Date {
  return new Date(paidAt.getTime() + REFUND_WINDOW_DAYS * DAY_MS)
}

/** The same seen from now: payments after this moment are pending, those at or before it are available. */
export function pendingSince(now: Date): Date {
  return new Date(now.getTime() - REFUND_WINDOW_DAYS * DAY_MS)
}
