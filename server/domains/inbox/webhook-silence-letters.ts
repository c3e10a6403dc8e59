import { formatDay } from '#contract/dates.ts'
import type { Language } from '#contract/languages.ts'
import { type Letter, letterToOperator } from '#server/platform/mail/layout.ts'
import { textsFor } from '#server/platform/texts.ts'

import { silenceMailTexts } from './messages.ts'

/**
 * Tells the operator that webhooks stay away. `heardAt`: when the last one came, null if none ever did; `address`:
 * where they should go.
 */
export function webhookSilenceLetter(
  to: Letter['to'],
  { heardAt, address }: { heardAt: Date | null; address: string },
  language: Language,
): Letter {
  const texts = textsFor(language)(silenceMailTexts)
  return letterToOperator(to, language, {
    subject: heardAt === null ? texts.subjectNeverHeard : texts.subject,
    paragraphs: [
      heardAt === null
        ? texts.neverHeard
        : texts.notHeardSince(formatDay(heardAt, language), heardAt.toISOString().slice(11, 16)),
      texts.enableIt,
      texts.sentOnce,
    ],
    rows: [[texts.webhook, address]],
    addresses: [address],
  })
}
