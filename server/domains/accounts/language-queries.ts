import type { Language } from '#contract/languages.ts'
import { formsOfAddress } from '#contract/mail-addresses.ts'
import { type Db, many, maybeOne, sql } from '#server/platform/db/query.ts'

/** The language of an account's mails; English for addresses that have no account. */
export async function findLanguageOfAddress(db: Db, address: string): Promise<Language> {
  const user = await maybeOne(
    db,
    sql<{
      language: Language
    }>`select language from users where email = any(${formsOfAddress(address)}::text[]) limit 1`,
  )
  return user?.language ?? 'en'
}

/** The same for many: by address, in lower case. */
export async function listLanguagesOfAddresses(
  db: Db,
  addresses: readonly string[],
): Promise<Map<string, Language>> {
  const rows = await many(
    db,
    sql<{ address: string; language: Language }>`select email as address, language from users
      where email = any(${addresses.map((address) => address.toLowerCase())}::text[])`,
  )
  return new Map(rows.map(({ address, language }) => [address, language]))
}

/** The language of a user's documents. */
export async function findLanguage(db: Db, userId: string): Promise<Language> {
  const user = await maybeOne(
    db,
    sql<{ language: Language }>`select language from users where id = ${userId}`,
  )
  return user?.language ?? 'en'
}
