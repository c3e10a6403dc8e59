/** The steps between what was paid and what is the creator's. */
export const feeBreakdownTexts = {
  platformFee: (percent: number) => `Platform fee, ${percent}%`,
  provider: 'Payment provider',
  restOfFee: (percent: number) => `Cheers, the rest of its ${percent}%`,
} as const
