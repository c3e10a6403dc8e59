import type { Letter } from '#server/platform/mail/layout.ts'

interface Person {
  name: string
  email: string
}

function letterTo(person: Person, letter: Omit<Letter, 'to' | 'greeting'>): Letter {
  return { to: { name: person.name, address: person.email }, greeting: `Hello ${person.name},`, ...letter }
}

export function activationLetter(person: Person & { username: string }, url: string): Letter {
  return letterTo(person, {
    subject: 'Activate your Cheers account',
    paragraphs: [
      `Welcome to Cheers. One step is left: confirm that this address is yours, and the account @${person.username} is ready.`,
    ],
    action: { label: 'Activate account', url },
    footnote:
      'The link works once, for 24 hours. If you did not sign up, ignore this mail; nothing will happen.',
  })
}

/** After a second registration for an address that was never activated. */
export function choosePasswordLetter(person: Person & { username: string }, url: string): Letter {
  return letterTo(person, {
    subject: 'Finish signing up to Cheers',
    paragraphs: [
      'This address was used to sign up more than once. To be sure that the account becomes yours, choose its password now; that also activates it.',
      `The account is @${person.username}.`,
    ],
    action: { label: 'Choose a password', url },
    footnote:
      'The link works once, for one hour. If you did not sign up, ignore this mail; nothing will happen.',
  })
}

export function alreadyRegisteredLetter(person: Person, loginUrl: string, forgotUrl: string): Letter {
  return letterTo(person, {
    subject: 'You already have a Cheers account',
    paragraphs: [
      'Somebody, probably you, tried to sign up with this address. It already has an account, so nothing was changed.',
      `If you forgot the password, choose a new one here: ${forgotUrl}`,
    ],
    action: { label: 'Log in', url: loginUrl },
    footnote: 'If it was not you, ignore this mail. Your account is safe.',
  })
}

export function passwordResetLetter(person: Person, url: string): Letter {
  return letterTo(person, {
    subject: 'Choose a new password for Cheers',
    paragraphs: [
      'Follow the link to choose a new password. Everybody signed in to your account is signed out then.',
    ],
    action: { label: 'Choose a new password', url },
    footnote:
      'The link works once, for one hour. If you did not ask for it, ignore this mail; your password stays.',
  })
}

export function passwordChangedLetter(person: Person, forgotUrl: string): Letter {
  return letterTo(person, {
    subject: 'Your Cheers password was changed',
    paragraphs: ['The password of your account was changed just now, and every other device was signed out.'],
    footnote: `If it was not you, choose a new password at once: ${forgotUrl}`,
  })
}
