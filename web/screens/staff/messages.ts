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
  loading: 'Opening the console',
  failed: 'The console could not be opened',
  factor: {
    title: 'Add a second factor first',
    body: 'The console shows other people’s data and moves their money. A password alone is too little for that: add a passkey or an authenticator app to your account, then come back.',
    add: 'Go to security',
  },
  places: {
    overview: 'Overview',
    money: 'Is the money right?',
    disputes: 'Disputes',
    jobs: 'Jobs',
    events: 'Webhooks',
  },
} as const
