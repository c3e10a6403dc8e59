import pg from 'pg'

import { audit } from '#scripts/audit.ts'
import { type ProviderBooks, readSandboxBooks } from '#scripts/provider-books.ts'

import type { TestApp } from './app-on-database.ts'

/** A connection like that of `npm run audit`: it reads amounts as PostgreSQL sends them. The caller ends it. */
export async function openAuditClient(app: TestApp): Promise<pg.Client> {
  const client = new pg.Client({ ...app.platform.database.pool.options, types: pg.types })
  await client.connect()
  return client
}

/** The provider books of this app's payment sandbox. */
export function providerBooks(app: TestApp): Promise<ProviderBooks> {
  return readSandboxBooks(new URL(app.platform.razorpay.checkoutUrl).origin)
}

/** The findings of `npm run audit` now; `books`: the provider's, unless a proof changed them. */
export async function auditProblems(app: TestApp, books?: ProviderBooks): Promise<string[]> {
  const client = await openAuditClient(app)
  try {
    return await audit(client, books ?? (await providerBooks(app)))
  } finally {
    await client.end()
  }
}
