import { formatDay } from '#contract/dates.ts'
import { DELETION_UNDO_DAYS } from '#contract/site/policy.ts'
import { hasWebAddress } from '#contract/web-addresses.ts'
import type { Letter } from '#server/platform/mail/layout.ts'

interface Person {
  name: string
  email: string
}

function letterTo(person: Person, letter: Omit<Letter, 'to' | 'greeting'>): Letter {
  return { to: { name: person.name, address: person.email }, greeting: `Hello ${person.name},`, ...letter }
}

/** A username as it is, dots and all, unless it was chosen to look like a web address. */
function ownUsername({ username }: { username: string }): Pick<Letter, 'addresses'> {
  return hasWebAddress(username) ? {} : { addresses: [`@${username}`] }
}

export function activationLetter(person: Person & { username: string }, url: string): Letter {
  return letterTo(person, {
    subject: 'Activate your Cheers account',
    ...ownUsername(person),
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
    ...ownUsername(person),
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
    addresses: [forgotUrl],
    paragraphs: [
      'Someone, probably you, tried to sign up with this address. It already has an account, so nothing was changed.',
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
      'Follow the link to choose a new password. Every device signed in to your account is then signed out.',
    ],
    action: { label: 'Choose a new password', url },
    footnote:
      'The link works once, for one hour. If you did not ask for it, ignore this mail; your password stays the same.',
  })
}

export function passwordChangedLetter(person: Person, forgotUrl: string): Letter {
  return letterTo(person, {
    subject: 'Your Cheers password was changed',
    addresses: [forgotUrl],
    paragraphs: ['The password of your account was changed just now, and every other device was signed out.'],
    footnote: `If it was not you, choose a new password at once: ${forgotUrl}`,
  })
}

export function firstPasswordLetter(person: Person, forgotUrl: string): Letter {
  return letterTo(person, {
    subject: 'Your Cheers account has a password now',
    addresses: [forgotUrl],
    paragraphs: [
      'A password was set for your account just now, with the code we mailed you. You can log in with it or with Google. Every other device was signed out.',
    ],
    footnote: `If it was not you, choose a new password at once: ${forgotUrl}`,
  })
}

/** Proves a first password for users who sign in with Google alone. */
export function passwordCodeLetter(person: Person, code: string): Letter {
  return letterTo(person, {
    subject: 'Your code to set a Cheers password',
    paragraphs: [
      'Someone, probably you, wants to set a password for your account. Enter this code in the settings to confirm it.',
    ],
    rows: [['Code', code]],
    footnote:
      "The code works once, for one hour. If it was not you, do not give it to anyone. Check in your settings where you are signed in, and sign out any device you don't recognise.",
  })
}

/** After an activation that came so late that someone else has the username. */
export function usernameLetter(person: Person & { username: string }, settingsUrl: string): Letter {
  return letterTo(person, {
    subject: `You are @${person.username} on Cheers`,
    ...ownUsername(person),
    paragraphs: [
      `Someone else took the username you signed up with before you activated your account. Yours is @${person.username} for now; choose another in the settings whenever you like.`,
    ],
    action: { label: 'Open the settings', url: settingsUrl },
  })
}

/** Proves a deletion for users who sign in with Google alone. */
export function deletionCodeLetter(person: Person, code: string): Letter {
  return letterTo(person, {
    subject: 'Your code to delete your Cheers account',
    paragraphs: ['Someone, probably you, wants to delete your account. Enter this code to confirm it.'],
    rows: [['Code', code]],
    footnote:
      'The code works once, for one hour. If it was not you, ignore this mail and nothing will happen, but check in your settings where you are signed in.',
  })
}

export function deletionLetter(
  person: Person,
  facts: { dueAt: Date; hasPage: boolean; loginUrl: string; operatorEmail: string },
): Letter {
  const day = formatDay(facts.dueAt)
  const ofPage = facts.hasPage
    ? [
        `Your page is closed: nobody can find it, and your members are not charged again. On ${day} they get back what they paid for the time from today on, from your balance first.`,
        `Until then you can log in and request your last payout. Anything that becomes available later is paid to the same details. If you have not told us where to pay you, write to ${facts.operatorEmail}.`,
      ]
    : []
  return letterTo(person, {
    subject: `Your Cheers account will be deleted on ${day}`,
    addresses: [facts.operatorEmail],
    paragraphs: [
      `As you asked, your account will be deleted on ${day}. Every device is signed out, and your memberships are cancelled: nothing more is charged. If your bank has already started a payment, we'll send it back automatically.`,
      ...ofPage,
      `You have ${DELETION_UNDO_DAYS} days to change your mind: log in and press “Keep my account”. After that it is erased for good. Payment records are kept, without your name.`,
    ],
    action: { label: 'Log in', url: facts.loginUrl },
    footnote: 'If it was not you, log in at once, keep the account and change its password.',
  })
}

export function keptLetter(person: Person, facts: { subscriptionsUrl: string; hasPage: boolean }): Letter {
  return letterTo(person, {
    subject: 'Your Cheers account stays',
    paragraphs: [
      'Your account is not deleted. Welcome back.',
      'Memberships that were cancelled stay cancelled: you keep access until the end of what you paid for, and can join again any time.',
      ...(facts.hasPage
        ? [
            "Your page is back. Your supporters' memberships end with the period they paid for, unless they choose to keep them.",
          ]
        : []),
    ],
    action: { label: 'See my subscriptions', url: facts.subscriptionsUrl },
  })
}

export function erasedLetter(person: Person): Letter {
  return letterTo(person, {
    subject: 'Your Cheers account is deleted',
    paragraphs: [
      'Your account is deleted, with everything that belonged to it. Payment records are kept for as long as the law requires, without your name.',
      'This is our last mail to you. Thank you for being part of Cheers.',
    ],
  })
}
