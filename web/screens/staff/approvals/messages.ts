export const approvalTexts = {
  title: 'Approvals',
  subtitle:
    'What takes two people waits here for the second one. Nobody decides on what they asked for themselves.',
  states: { label: 'Which requests', waiting: 'Waiting', over: 'Decided' },
  none: { waiting: 'Nothing is waiting for a second person', over: 'Nothing has been decided yet' },
  titles: {
    refund: (amount: string, name: string) => `Refund of ${amount} to ${name}`,
    'payout-release': (amount: string, name: string) => `Release of the payout of ${amount} to ${name}`,
    'grant-role': (role: string, name: string) => `Role ${role} for ${name}`,
  },
  asked: (name: string, day: string) => `Asked for by ${name} on ${day}`,
  until: (day: string) => `until ${day}`,
  outcomes: {
    approved: 'Approved',
    declined: 'Declined',
    alone: 'Granted after a day alone',
    expired: 'Expired',
  },
  decided: (name: string, day: string) => `${name} on ${day}`,
  own: 'You asked for this.',
  see: 'Look at it',
  approve: {
    open: 'Approve…',
    title: (what: string) => `Approve: ${what}?`,
    body: 'It is done at once.',
    confirm: 'Approve',
    done: 'Approved, and done.',
  },
  decline: {
    open: 'Decline…',
    title: (what: string) => `Decline: ${what}?`,
    body: 'Nothing is done. It can be asked for again.',
    confirm: 'Decline',
    done: 'Declined.',
  },
  help: 'Whoever asked reads it, and it stays in the audit log.',
} as const
