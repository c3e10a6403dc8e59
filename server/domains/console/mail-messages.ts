/** The texts of mails among the staff. */
export const consoleMailTexts = {
  roles: { operator: 'operator', moderator: 'moderator', support: 'support', finance: 'finance' },
  /** What was asked for, in a few words. */
  matters: {
    refund: (name: string, amount: string) => `Refund of ${amount} to ${name}`,
    'payout-release': (name: string, amount: string) => `Release of a payout of ${amount} to ${name}`,
    'grant-role': (name: string, role: string) => `Role for ${name}: ${role}`,
  },
  rows: { what: 'What', reason: 'Why', note: 'Answer' },
  asked: {
    subject: (matter: string) => `A second person is needed: ${matter}`,
    body: (asker: string) =>
      `${asker} asks for this. It takes two people, so it waits until somebody else on the staff agrees.`,
    until: (day: string) => `It can be decided until ${day}; after that it has to be asked for again.`,
    see: 'Look at it',
  },
  decided: {
    subject: (matter: string) => `Approved: ${matter}`,
    declinedSubject: (matter: string) => `Declined: ${matter}`,
    approved: (asker: string, decider: string) => `${asker} asked for this, and ${decider} approved it.`,
    declined: (asker: string, decider: string) => `${asker} asked for this, and ${decider} declined it.`,
    alone: (asker: string) =>
      `${asker} asked for this, and for a day there was no second operator who could decide.`,
    see: 'See what was decided',
  },
  role: {
    subject: (role: string) => `You have a new role on the staff of Cheers: ${role}`,
    body: 'From now on you can open the staff console.',
    factor:
      'It opens once your account has a second factor. Everything you do there is recorded in the audit log, under your name.',
    see: 'Open the console',
  },
} as const
