import { formatDay } from '#contract/dates.ts'
import type { Letter } from '#server/platform/mail/layout.ts'

interface Suspect {
  name: string
  email: string
  /** null: they have no page. */
  pageName: string | null
}

function to({ name, email }: Suspect): Pick<Letter, 'to' | 'greeting'> {
  return { to: { name, address: email }, greeting: `Hello ${name},` }
}

/** Tells a user that their account is suspended, why, and what follows. */
export function suspendedLetter(
  suspect: Suspect,
  facts: { reason: string; returnedAt: Date; operatorEmail: string },
): Letter {
  const ofPage =
    suspect.pageName === null
      ? []
      : [
          `While your account is suspended, your page ${suspect.pageName} is hidden and cannot be joined, and your members are not charged. Payouts wait until the suspension is lifted.`,
          `If it is not lifted by ${formatDay(facts.returnedAt)}, the memberships of your page end, and your members get back what they paid for the time from today on.`,
        ]
  return {
    ...to(suspect),
    subject: 'Your Cheers account is suspended',
    paragraphs: [
      'We have suspended your account. Every device is signed out, and nobody can log in to it.',
      ...ofPage,
      'Your own memberships do not renew. You will get no other mail from us while your account is suspended.',
    ],
    rows: [['Reason', facts.reason]],
    footnote: `If you think this is a mistake, write to ${facts.operatorEmail}.`,
    addresses: [facts.operatorEmail],
  }
}

/** Tells a user that their account is open again. */
export function reinstatedLetter(suspect: Suspect, facts: { loginUrl: string }): Letter {
  return {
    ...to(suspect),
    subject: 'Your Cheers account is open again',
    paragraphs: [
      'The suspension of your account has been lifted. Please log in again; your password has not changed.',
      ...(suspect.pageName === null
        ? []
        : [
            `Your page ${suspect.pageName} is shown again. Memberships that are still running renew as before; members whose membership has ended in the meantime have been told that they can come back.`,
          ]),
      'Your own memberships that are still running renew as before, where the payment provider allows it. You can keep the others, or join again.',
    ],
    action: { label: 'Log in', url: facts.loginUrl },
  }
}
