/** What the contact page says. */
export const contactTexts = {
  title: 'Contact us',
  intro:
    'A person reads what you write. Tell us which page or payment it is about, and the answer comes sooner.',
  general: {
    title: 'General inquiries',
    text: 'Your account, a membership, a payment, or something that does not work.',
    mailSubject: 'General inquiry',
  },
  business: {
    title: 'Business and media',
    text: 'Partnerships, press, and custom pricing: we offer per-creation pricing models too.',
    mailSubject: 'Business or media',
  },
  creators: {
    title: 'Creator support',
    text: 'The help centre for creators: opening a page, plans, posts and payouts.',
    mailSubject: 'Creator support',
  },
  operator: 'Who runs Cheers',
  complaints: {
    title: 'Complaints',
    mailSubject: 'Grievance',
    /** One sentence around the officer's name and the address to write to. */
    beforeOfficer: 'If an answer does not satisfy you, or content breaks the law or our terms, write to ',
    beforeAddress: ' at ',
    afterAddress: '. Give the address of the page and, for a payment, the receipt number.',
  },
} as const
