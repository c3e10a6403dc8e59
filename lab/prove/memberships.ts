import { aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { replaceProviderSubscription } from '#server/domains/subscriptions/queries.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { type Db, run, sql } from '#server/platform/db/query.ts'

import { randomId } from './acknowledge.ts'

/** Memberships of one plan for $9.99, a person each; answers their ids at the provider, for webhooks that tell of charges. */
export async function makeMemberships(db: Db, count: number): Promise<string[]> {
  const creator = await aCreator(db, (await aUser(db)).id)
  const plan = await aPlan(db, creator.id, { priceCents: 999 })
  const providerIds: string[] = []
  for (let index = 0; index < count; index += 1) {
    const { id } = await aSubscription(db, (await aUser(db)).id, plan)
    const providerId = `sub_${randomId()}`
    await replaceProviderSubscription(db, id, { id: providerId, pageUrl: null })
    providerIds.push(providerId)
  }
  // The provider doesn't know these, so nobody is to ask it what they will be charged.
  await run(db, sql`update subscriptions set provider_matched_for = access_until`)
  return providerIds
}
