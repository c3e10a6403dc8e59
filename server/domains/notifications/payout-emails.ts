import { formatDay } from '#contract/dates.ts'
import { formatCents } from '#contract/money.ts'
import { BANK_TRANSFER_BUSINESS_DAYS } from '#contract/payouts/rules.ts'
import type { Letter } from '#server/platform/mail/layout.ts'

export interface DetailsFacts {
  ownerName: string
  ownerEmail: string
  method: string
  hint: string
  heldUntil: Date | null
}

export interface PayoutFacts {
  ownerName: string
  ownerEmail: string
  currency: string
  amountCents: number
  method: string
  hint: string
  bankReference: string
  failureReason: string
}

/**
 * Tells a page's owner where it is paid from now on, at first and after each change, while there is time to stop it.
 */
export function payoutDetailsLetter(facts: DetailsFacts, method: string, publicUrl: string): Letter {
  return {
    to: { name: facts.ownerName, address: facts.ownerEmail },
    subject: 'Where you are paid from now on',
    greeting: `Hello ${facts.ownerName},`,
    paragraphs: [
      `From now on, your payouts go to ${method}, ${facts.hint}.`,
      facts.heldUntil
        ? `To keep you safe, nothing is sent there before ${formatDay(facts.heldUntil)}. If this was not you, change your password and the payout details at once, and write to us.`
        : 'If this was not you, change your password and the payout details at once, and write to us.',
    ],
    action: { label: 'Your payouts', url: `${publicUrl}/payout` },
  }
}

/** Tells a creator the status of a payout; null for steps in between. */
export function payoutLetter(
  facts: PayoutFacts,
  status: string,
  method: string,
  publicUrl: string,
): Letter | null {
  const amount = formatCents(facts.amountCents, facts.currency)
  const [subject, sentence] =
    {
      requested: [
        `You requested a payout of ${amount}`,
        `${amount} goes to ${method}, ${facts.hint}. Bank transfers take ${BANK_TRANSFER_BUSINESS_DAYS} business days.`,
      ],
      paid: [`${amount} has been paid out`, `${amount} was paid to ${method}, ${facts.hint}.`],
      failed: [
        `Your payout of ${amount} could not be made`,
        `${amount} could not be paid to ${method}, ${facts.hint}. It is back in your balance; please check your payout details and request it again.`,
      ],
      reversed: [
        `Your payout of ${amount} came back`,
        `The bank returned ${amount} that was paid to ${method}, ${facts.hint}. It is back in your balance; please check your payout details and request it again.`,
      ],
    }[status] ?? []
  if (subject === undefined || sentence === undefined) return null
  const rows = [
    ...(facts.bankReference === '' ? [] : [['Bank reference', facts.bankReference] as const]),
    ...(facts.failureReason === '' ? [] : [['Reason', facts.failureReason] as const]),
  ]
  return {
    to: { name: facts.ownerName, address: facts.ownerEmail },
    subject,
    greeting: `Hello ${facts.ownerName},`,
    paragraphs: [sentence],
    ...(rows.length === 0 ? {} : { rows }),
    action: { label: 'Your payouts', url: `${publicUrl}/payout` },
  }
}
