/** The texts around the places of the operator's console; each place has its own beside it. */
export const consoleTexts = {
  title: 'Staff',
  documentTitle: (place: string) => `${place} · Staff`,
  navigation: 'Places of the console',
  openMenu: 'Open menu',
  closeMenu: 'Close menu',
  menu: 'Menu',
  back: 'Back to Cheers',
  /** Under the name, in the navigation. */
  roles: { operator: 'Operator', moderator: 'Moderator', support: 'Support', finance: 'Finance' },
  list: (parts: readonly string[]) => parts.join(', '),
  /** Above every place, while this is a copy. */
  restoredCopy: {
    title: (moment: string) => `This is a copy, restored to ${moment}`,
    body: 'It moves no money and sends no email, and asks the payment provider what happened since. Once the audit passes, release it with npm run restore -- --release.',
  },
  loading: 'Opening the console',
  failed: 'The console could not be opened',
  factor: {
    title: 'Add a second factor first',
    body: 'The console shows other people’s data and moves their money. A password alone is too little for that: add a passkey or an authenticator app to your account, then come back.',
    add: 'Go to security',
  },
  /** The headings of the navigation. */
  groups: { conduct: 'Conduct', accounts: 'Accounts', money: 'Money', system: 'System' },
  /** Beside a place, for screen readers: how many of its things wait. */
  waiting: (count: string) => `${count} waiting`,
  places: {
    overview: 'Overview',
    approvals: 'Approvals',
    cases: 'Cases',
    grievances: 'Grievances',
    people: 'People',
    passes: 'Support pass',
    creators: 'Pages',
    payments: 'Payments',
    refunds: 'Refunds',
    payouts: 'Payouts',
    roles: 'Staff',
    audit: 'Audit log',
    money: 'Checks',
    disputes: 'Disputes',
    jobs: 'Jobs',
    events: 'Webhooks',
    errors: 'Errors',
    settings: 'Settings',
  },
} as const
