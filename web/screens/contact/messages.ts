import { slot } from '#contract/rich-text.ts'

/** The texts of the contact page. */
export const contactTexts = {
  title: 'Contact us',
  intro:
    "A person reads what you write. Tell us which page or payment it's about, and you'll get an answer sooner.",
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
    text: (officer: string) =>
      `If you aren't satisfied with an answer, or content breaks the law or our terms, write to ${slot('officer', officer)} at ${slot('address')}. Give the address of the page and, for a payment, the receipt number.`,
    form: 'Write to the grievance officer',
  },
} as const
