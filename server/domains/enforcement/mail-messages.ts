/** The texts of mails about decisions. */
export const enforcementMailTexts = {
  subjects: {
    hide: { message: 'Your message on Cheers is hidden', post: 'Your post on Cheers is hidden' },
    remove: { message: 'Your message on Cheers was removed', post: 'Your post on Cheers was removed' },
    suspend: 'Why your Cheers account is suspended',
    none: { message: 'Your message on Cheers is shown again', post: 'Your post on Cheers is shown again' },
  },
  released:
    'After a report, nobody could see it until we had looked at it. It follows the rules, so everyone can see it again. We’re sorry for the interruption.',
  measures: {
    hide: 'After a report we looked at what you published. Nobody else can see it for now.',
    remove: 'After a report we looked at what you published, and removed it.',
    suspend: 'After a report we looked at your account, and suspended it.',
  },
  about: (kind: string, item: string) => `${kind}: “${item}”`,
  found: (facts: string) => `What we found: ${facts}`,
  fixable: (day: string) =>
    `You can fix it until ${day}. Change it, then press “I’ve fixed it” on the page below, and we show it again.`,
  appeal: (day: string) =>
    `If you think we are wrong, you can appeal until ${day}. Somebody who had no part in this decision will answer within 15 days.`,
  appealByMail: (email: string, day: string) =>
    `If you think we are wrong, write to ${email} by ${day}. Somebody who had no part in this decision will answer within 15 days.`,
  strike: (day: string) => `This decision counts against your account until ${day}.`,
  rows: {
    number: 'Decision',
    rule: 'Rule',
    ground: 'Basis',
    howFound: 'How we heard of it',
    automated: 'Decided by',
    territory: 'Where it applies',
  },
  grounds: {
    law: 'The law',
    terms: (version: string) => `Our terms, as of ${version}`,
  },
  reported: 'Somebody reported it',
  byPeople: 'A person, without automation',
  everywhere: 'Everywhere',
  see: 'See the decision',

  ends: {
    subjects: {
      overturned: 'Your appeal was successful',
      upheld: 'We have answered your appeal',
      unanswered: 'The decision about you has ended',
      fixed: 'Thank you for fixing it: it is shown again',
    },
    overturned:
      'Somebody who had no part in the decision looked at it again. You were right, and we have taken it back. We’re sorry.',
    upheld: 'Somebody who had no part in the decision looked at it again. It stays as it is.',
    unanswered:
      'Nobody could answer your appeal within 30 days. That isn’t your fault, so the decision has ended and no longer counts against your account.',
    fixed: 'We have seen that you fixed it. Everyone can see it again. Thank you.',
    answer: (words: string) => `Our answer: ${words}`,
  },

  operator: {
    subjects: {
      case: (number: string) => `Report to decide: case ${number}`,
      caseHalf: (number: string) => `Half the time is over: case ${number}`,
      caseSoon: (number: string) => `A fifth of the time is left: case ${number}`,
      caseLate: (number: string) => `Late: case ${number} should have been decided`,
      appeal: (number: string) => `Appeal to answer: case ${number}`,
      appealAgain: (number: string) => `An appeal still waits: case ${number}`,
      fix: (number: string) => `Fixed, please look again: case ${number}`,
    },
    waits: 'A report is waiting for a decision.',
    appealWaits: 'An appeal is waiting. It has to be answered by somebody who did not make the decision.',
    fixWaits: 'The person concerned says that they fixed it. If so, show it again.',
    held: 'Nobody sees it until then.',
    see: 'Open the case',
    command: (number: string) =>
      `Open it in the console, or beside the database: npm run enforcement -- show ${number}`,
    inUtc: (moment: string) => `${moment} (UTC)`,
    rows: { kind: 'What', reason: 'Reported as', reports: 'Reports', due: 'Due' },
  },
} as const
