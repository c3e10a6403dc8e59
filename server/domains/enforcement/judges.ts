import type { Language } from '#contract/languages.ts'
import { enqueueLetter } from '#server/domains/accounts/service.ts'
import { listJudges } from '#server/domains/staff/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import type { Letter } from '#server/platform/mail/layout.ts'
import type { Platform } from '#server/platform/platform.ts'

/** Mails everybody on the staff who could decide, and the operator's own address. */
export async function mailEverybody(
  db: Db,
  platform: Platform,
  write: (to: Letter['to'], language: Language) => Letter,
): Promise<void> {
  const { operator, operatorMailTo } = platform.config
  const judges = (await listJudges(db)).map(({ name, email }) => ({ name, address: email }))
  const desk = operatorMailTo === null ? [] : [{ name: operator.name, address: operatorMailTo }]
  for (const to of new Map([...desk, ...judges].map((each) => [each.address, each])).values())
    await enqueueLetter(db, platform, (language) => write(to, language))
}
