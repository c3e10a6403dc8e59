import pg from 'pg'

import { audit } from '#scripts/audit.ts'
import { type ProviderBooks, readSandboxBooks } from '#scripts/provider-books.ts'

import type { TestApp } from './app-on-database.ts'

/** A connection as `npm run audit` has one: it reads amounts as PostgreSQL sends them. To be ended by the caller. */
export async function openAuditClient(app: TestApp): Promise<pg.Client> {
  const client = new pg.Client({ ...app.platform.database.pool.options, types: pg.types })
  await client.connect()
  return client
}

/** What the payment sandbox of this app holds. */
export function providerBooks(app: TestApp): Promise<ProviderBooks> {
  return readSandboxBooks(new URL(app.platform.razorpay.checkoutUrl).origin)
}

/** What `npm run audit` finds now; `books`: the provider's, unless a proof changed them. */
export async function auditProblems(app: TestApp, books?: ProviderBooks): Promise<string[]> {
  const client = await openAuditClient(app)
  try {
    return await audit(client, books ?? (await providerBooks(app)))
  } finally {
    await client.end()
  }
}
