/** The texts of the page where people write to the grievance officer. */
export const grievanceTexts = {
  title: 'Write to the grievance officer',
  intro: (officer: string) =>
    `Write to us if something on Cheers breaks the law or our terms, or if an answer from us didn’t help. You don’t need an account. ${officer} answers by email.`,
  times:
    'We confirm right away and answer within seven days. Content that shouldn’t be here is dealt with within 36 hours, official orders within three hours, and intimate pictures within two.',
  transparency: 'What was reported and decided so far',
  kind: 'What is it about?',
  choose: 'Choose one',
  loading: 'Loading the form',
  kindMissing: 'Choose what it is about.',
  name: 'Your name',
  email: 'Email',
  emailHelp: 'Our answer goes there.',
  url: 'Address of what it is about',
  urlHelp: 'Copy it from the browser, for example a post or a comment.',
  optional: 'Optional',
  text: 'What happened?',
  send: 'Send',
  sent: {
    title: (number: string) => `We have your grievance ${number}`,
    body: (moment: string) =>
      `You get our answer by ${moment}. We have also emailed you a link to this page.`,
    see: 'See where it stands',
  },
  status: {
    title: (number: string) => `Grievance ${number}`,
    loading: 'Loading your grievance',
    failed: 'Your grievance could not be loaded',
    notFound: 'There is no grievance behind this link',
    notFoundHelp: 'Links work until 180 days after our answer.',
    write: 'Write to us',
    waits: (day: string) => `Somebody looks at it. You get our answer by ${day}.`,
    filed: (day: string) => `You wrote on ${day}`,
    answered: (day: string) => `Our answer of ${day}`,
  },
} as const
