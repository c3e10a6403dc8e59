/** Razorpay asks banks about an unanswered payment for three days; until then a failed one can still succeed. */
export const LATE_AUTHORISATION_MS = 3 * 86_400_000
