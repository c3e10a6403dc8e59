/** The texts of mails of the grievance desk. */
export const grievanceMailTexts = {
  acknowledged: {
    subject: (number: string) => `We have your grievance ${number}`,
    thanks: 'Thank you for writing to us. Somebody will look into it.',
    due: (moment: string) => `You will get our answer by ${moment} UTC, at this address.`,
    see: 'See where it stands',
    notYou: 'If you did not write to us, there is nothing you need to do.',
  },
  answered: {
    subject: (number: string) => `Our answer to your grievance ${number}`,
    answer: (words: string) => words,
    further: (officer: string, email: string) =>
      `If you are not satisfied, write to ${officer}: ${email}. In India you can also appeal to the Grievance Appellate Committee within 30 days.`,
  },
  desk: {
    subjects: {
      new: (number: string) => `Grievance to answer: ${number}`,
      half: (number: string) => `Half the time is over: grievance ${number}`,
      soon: (number: string) => `A fifth of the time is left: grievance ${number}`,
      late: (number: string) => `Late: grievance ${number} should have been answered`,
    },
    waits: 'Somebody has written to the grievance officer.',
    command: 'Open it in the console, or on the server with: npx node scripts/enforcement.ts grievances',
    see: 'Open the grievances',
    rows: { kind: 'About', due: 'Due' },
    inUtc: (moment: string) => `${moment} UTC`,
  },
} as const
