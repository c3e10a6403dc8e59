/** The texts of the mail with the newest seal of the ledger, to the operator. */
export const sealMailTexts = {
  subject: (day: string) => `Ledger seal of ${day}`,
  keepIt:
    'This is the newest seal of the ledger. Please keep this email: if the books are ever in doubt, npm run audit shows the seal of this day, and the two must match.',
  day: 'Day',
  transactions: 'Transactions',
  seal: 'Seal',
} as const
