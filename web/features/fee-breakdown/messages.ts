/** The steps between the payment and the creator's share. */
export const feeBreakdownTexts = {
  platformFee: (percent: number) => `Platform fee, ${percent}%`,
  provider: 'Payment provider',
  restOfFee: (percent: number) => `Cheers fee (${percent}% in all)`,
} as const
