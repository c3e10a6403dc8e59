/** The texts of mails about decisions. */
export const enforcementMailTexts = {
  subjects: {
    hide: { message: 'Your message on Cheers is hidden', post: 'Your post on Cheers is hidden' },
    remove: { message: 'Your message on Cheers was removed', post: 'Your post on Cheers was removed' },
    suspend: 'Why your Cheers account is suspended',
    label: 'Your page on Cheers is marked as for adults',
    unlist: 'Your page on Cheers is not listed for a while',
    stop_posting: 'You can’t publish on Cheers for a while',
    stop_joining: 'Your page on Cheers takes no new members for a while',
    hold_payouts: 'Your payouts from Cheers are held',
    extended: 'Your payouts from Cheers are held for longer',
    none: { message: 'Your message on Cheers is shown again', post: 'Your post on Cheers is shown again' },
  },
  released:
    'After a report, nobody could see what you published until we had looked at it. It follows the rules, so everyone can see it again. We’re sorry for the interruption.',
  measures: {
    hide: 'After a report we looked at what you published. Nobody else can see it for now.',
    remove: 'After a report we looked at what you published, and removed it.',
    suspend: 'After a report we looked at your account, and suspended it.',
    label: (day: string) =>
      `After a report we looked at your page, and marked it as one for adults until ${day}. Visitors are asked whether they are 18, and it appears only in the lists of people who want to see such pages. You can’t take the mark off yourself.`,
    unlist: (day: string) =>
      `After a report we looked at your page. Until ${day} it doesn’t appear in Explore, in our search or in search engines. Everyone who has its address can open it, and your members keep everything.`,
    stop_posting: (day: string) =>
      `After a report we looked at your page. Until ${day} you can’t publish anything new; what you have scheduled waits. Everything that is out stays, and your drafts are kept.`,
    stop_joining: (day: string) =>
      `After a report we looked at your page. Until ${day} nobody new can join. Your members stay, and their memberships renew.`,
    hold_payouts: (day: string) =>
      `After a report we looked at your page, and are holding your payouts until ${day}. Your balance stays yours and keeps growing. Payouts that you request meanwhile leave when the hold ends.`,
    extended: (day: string) =>
      `Somebody else has looked at your page again, and your payouts are held until ${day}. It can’t be made longer after that. Your balance stays yours.`,
  },
  until: 'Until',
  endsByItself: (day: string) => `This ends by itself on ${day}; you don’t have to do anything.`,
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

  received: {
    report: {
      subject: 'We have your report',
      thanks:
        'Thank you for telling us. Somebody will look at it and decide. Nobody will learn who reported it.',
      due: (day: string) => `You will hear what came of it by ${day} at the latest.`,
      held: 'Until then nobody can see it.',
      see: 'See your reports',
    },
    appeal: {
      subject: 'We have your appeal',
      thanks:
        'Somebody who had no part in the decision will look at it again. Until then the decision stays as it is.',
      due: (day: string) => `You will get an answer with reasons by ${day}.`,
      see: 'See your appeal',
    },
    rows: { number: 'Case', kind: 'What', reason: 'Reported as' },
  },

  ends: {
    subjects: {
      overturned: 'Your appeal was successful',
      upheld: 'We have answered your appeal',
      unanswered: 'The decision about you has ended',
      fixed: 'Thank you for fixing it: it is shown again',
      over: 'The decision about your page has ended',
    },
    overturned:
      'Somebody who had no part in the decision looked at it again. You were right, and we have taken it back. We’re sorry.',
    upheld: 'Somebody who had no part in the decision looked at it again. It stays as it is.',
    unanswered:
      'Nobody could answer your appeal within 30 days. That isn’t your fault, so the decision has ended and no longer counts against your account.',
    fixed: 'We have seen that you fixed it. Everyone can see it again. Thank you.',
    over: 'The time that we had set is over, so the decision about your page no longer applies. You don’t have to do anything.',
    answer: (words: string) => `Our answer: ${words}`,
  },

  operator: {
    subjects: {
      case: (number: string) => `Report to decide: case ${number}`,
      caseHalf: (number: string) => `Half the time is over: case ${number}`,
      caseSoon: (number: string) => `A fifth of the time is left: case ${number}`,
      caseLate: (number: string) => `Late: case ${number} should have been decided`,
      appeal: (number: string) => `Appeal to answer: case ${number}`,
      appealAgain: (number: string) => `An appeal is still waiting: case ${number}`,
      fix: (number: string) => `Fixed, please look again: case ${number}`,
    },
    waits: 'A report is waiting for a decision.',
    appealWaits: 'An appeal is waiting. It has to be answered by somebody who did not make the decision.',
    fixWaits: 'The person concerned says that they fixed it. If so, show it again.',
    held: 'Nobody can see it until then.',
    see: 'Open the case',
    command: (number: string) =>
      `Open it in the console, or on the server with: npx node scripts/enforcement.ts show ${number}`,
    inUtc: (moment: string) => `${moment} UTC`,
    rows: { kind: 'What', reason: 'Reported as', reports: 'Reports', due: 'Due' },
  },
} as const
