import { afterAll, beforeAll, expect, test } from 'vitest'

import { requestDeletion } from '#contract/accounts/deletion-routes.ts'
import { register } from '#contract/accounts/routes.ts'
import { editMessage } from '#contract/channels/routes.ts'
import { aMessage } from '#server/domains/channels/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aPayment } from '#server/domains/payments/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aCollection, aPost } from '#server/domains/posts/testing.ts'
import { aRoom } from '#server/domains/rooms/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { many, run, sql } from '#server/platform/db/query.ts'
import { newId } from '#server/platform/ids.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { aRegistration, PASSWORD } from './flow-testing.ts'
import { aSession, aUser } from './testing.ts'

const DAY_MS = 86_400_000
/** Part of everything that the person writes; nothing in the database may hold it afterwards. */
const WORD = 'zyxwombat'

/*
 * Every column that can hold free text, kept by hand: one that isn't here fails the test. When you add one, say what
 * erasing an account does to it, and do it.
 */
const ERASED = [
  'billing_details.address',
  'billing_details.gstin',
  'creator_topics.topic',
  ...['about', 'banner_image', 'banner_subtitle', 'banner_title'].map((of) => `creators.${of}`),
  'creators.handle',
  'creators.headline',
  'creators.links',
  'creators.page_name',
  'creators.profile_image',
  'known_places.place_hash',
  'mail_tokens.token_hash',
  // Deleted once the address is known to have an account, and otherwise after a day.
  'mailed_follows.email',
  'mailed_follows.token_hash',
  // The row is deleted with its medium.
  ...['alt', 'codecs', 'failure', 'folder', 'mime', 'name', 'original_key', 'placeholder', 'sha256'].map(
    (of) => `media.${of}`,
  ),
  ...['key', 'label', 'mime', 'name', 'sha256'].map((of) => `media_renditions.${of}`),
  'payments.plan_name',
  'payout_details.hint',
  'payout_details.encrypted_details',
  'payouts.details_hint',
  'payouts.encrypted_details',
  'plans.description',
  'plans.name',
  'plans.welcome_note',
  'post_search.title',
  // The row is deleted.
  ...['description', 'slug', 'title'].map((of) => `collections.${of}`),
  ...['blocks', 'excerpt', 'steps', 'teaser', 'title', 'video_link'].map((of) => `post_drafts.${of}`),
  'message_edits.body',
  ...['body', 'mentions', 'reason'].map((of) => `messages.${of}`),
  ...['reactions', 'reaction_counts'].map((of) => `${of}.emoji`),
  ...['emoji', 'name', 'topic'].map((of) => `rooms.${of}`),
  'community_rules.body',
  'word_rules.phrase',
  ...['blocks', 'excerpt_html', 'html', 'slug'].map((of) => `posts.${of}`),
  'posts.teaser',
  'posts.title',
  'posts.video_link',
  'preview_links.token_hash',
  'private_feeds.label',
  'private_feeds.token_hash',
  // Ids of plans; the row goes with its draft.
  'post_draft_files.plan_ids',
  'provider_events.body',
  'refunds.decision_note',
  'refunds.reason',
  'sessions.cookie_hash',
  'sessions.token_hash',
  'sessions.user_agent',
  'sign_ups.email',
  'sign_ups.password_hash',
  'subscriptions.upi_hint',
  'sign_ups.username',
  'user_identities.issuer',
  'user_identities.subject',
  ...['country', 'email', 'name', 'password_hash', 'profile_image', 'username'].map((of) => `users.${of}`),
]

/** Columns that hold no one's words, or that are kept for a reason. */
const KEPT: Record<string, readonly string[]> = {
  'ours: ids of the provider, names of ours, states': [
    'audiences.digest',
    'dispute_losses.provider_dispute_id',
    'disputes.provider_dispute_id',
    'fraud_suspicions.provider_dispute_id',
    'events.name',
    'events.payload',
    'job_workers.worker_id',
    'ledger_entries.currency',
    'ledger_entries.account',
    'ledger_transactions.reference',
    'ledger_transactions.takes_back',
    'payments.provider_payment_id',
    'payouts.method',
    'payouts.provider_payout_id',
    'platform_plans.name',
    'reconciled_until.name',
    'provider_differences.after',
    'provider_differences.before',
    'provider_differences.provider_subscription_id',
    'provider_events.event_id',
    'provider_events.name',
    'provider_events.subject',
    'provider_plans.provider_plan_id',
    'payment_accounts.key_id',
    'payment_accounts.provider_plan_id',
    'refunds.provider_refund_id',
    'settlement_attributions.entity_id',
    'settlement_items.dispute_id',
    'settlement_items.entity_id',
    'settlement_items.provider_settlement_id',
    'settlements.provider_settlement_id',
    'subscription_changes.provider_page_url',
    'subscription_changes.provider_subscription_id',
    'subscription_changes.replaced_provider_id',
    'subscriptions.provider_page_url',
    'subscriptions.provider_subscription_id',
    'unbooked_refunds.provider_payment_id',
    'unbooked_refunds.provider_refund_id',
  ],
  'currencies, intervals and the like': [
    'disputes.told_currency',
    'payments.currency',
    'payments.interval',
    'payments.provider_fee_currency',
    'closed_balances.currency',
    'payouts.currency',
    'settlement_attributions.charged_currency',
    'settlement_items.charged_currency',
    'settlements.currency',
    'payouts.rail_currency',
    'provider_plans.interval',
    'returned_memberships.interval',
    'subscription_changes.currency',
    'subscription_changes.interval',
    'subscription_changes.quoted_status',
    'subscription_notices.kind',
    'subscriptions.card_last4',
    'subscriptions.card_network',
    'subscriptions.currency',
    'subscriptions.interval',
    'subscriptions.period_equivalents',
  ],
  'what a bank said about money, in the books': [
    'disputes.phase',
    'disputes.reason',
    'fraud_suspicions.reason',
    'closed_balances.bank_reference',
    'payouts.bank_reference',
    'settlements.utr',
    'payouts.failure_reason',
    'refunds.bank_reference',
    'refunds.refusal',
  ],
  'what an operator did, in the operator’s name': [
    'account_suspensions.reason',
    'account_suspensions.reinstated_by',
    'account_suspensions.reinstatement_reason',
    'account_suspensions.suspended_by',
    // The audit log is sealed; its reasons are written by the staff, and lead to a row that names nobody any more.
    'audit_log.action',
    'audit_log.actor_name',
    'audit_log.after',
    'audit_log.before',
    'audit_log.reason',
    'audit_log.subject_kind',
    'refunds.operator',
    'staff.granted_by',
  ],
  'hashes that lead to nobody, and the books’ own proofs': [
    'audit_log.hash',
    'guess_levels.email_hash',
    'ledger_chain.hash',
    'ledger_chain.previous_hash',
    'ledger_proofs.problems',
    'migration_checksums.name',
    'migration_checksums.sha256',
    'rate_limits.key',
    'retired_handles.handle_hash',
    'published_seals.hash',
  ],
  'told to open pages, and deleted soon after': [
    'realtime_events.data',
    'realtime_events.name',
    'realtime_events.topic',
    'realtime_topics.topic',
  ],
  'sign-ins of ten minutes': [
    'oidc_sign_ins.code_verifier',
    'oidc_sign_ins.id_hash',
    'oidc_sign_ins.nonce',
    'oidc_sign_ins.state',
  ],
}

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** Columns of free text: not those whose values are listed in a check, nor the migrator's own. */
function listTextColumns(): Promise<{ name: string }[]> {
  return many(
    app.db,
    sql<{ name: string }>`select c.table_name || '.' || c.column_name as name
      from information_schema.columns c
        join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
        and (c.data_type in ('text', 'character varying', 'json', 'jsonb', 'bytea') or c.data_type = 'ARRAY')
        and c.table_name not like 'kysely_%'
        and not exists (
          select from pg_constraint k
          where k.conrelid = format('public.%I', c.table_name)::regclass and k.contype = 'c'
            and pg_get_constraintdef(k.oid) ~ format('\\(%s = (ANY|''[A-Z]{3}'')', c.column_name))
      order by 1`,
  )
}

test('every column of free text is erased with its account, or kept for a reason', async () => {
  const known = new Set([...ERASED, ...Object.values(KEPT).flat()])
  const columns = (await listTextColumns()).map(({ name }) => name)
  expect(columns.filter((name) => !known.has(name))).toEqual([])
  expect([...known].filter((name) => !columns.includes(name))).toEqual([])
})

test('nothing the person wrote is left in any table', async () => {
  const now = app.clock.now()
  const user = await aUser(app.db, {
    name: `Asha ${WORD}`,
    username: `asha-${WORD}`,
    email: `asha@${WORD}.example.org`,
    password: PASSWORD,
    now,
  })
  const session = await aSession(app.db, app.platform, user.id)
  await app.call(register, aRegistration({ email: user.email, username: `other-${WORD}` }))
  const page = await aCreator(app.db, user.id, { pageName: `${WORD} page`, handle: WORD, headline: WORD })
  const plan = await aPlan(app.db, page.id, { name: `${WORD} plan` })
  await run(app.db, sql`update plans set description = ${WORD} where id = ${plan.id}`)
  const post = await aPost(app.db, page.id, { planId: plan.id, html: `<p>${WORD}</p>` })
  const { id: collectionId } = await aCollection(app.db, page.id, [post.id])
  await run(
    app.db,
    sql`update collections set title = ${WORD}, slug = ${WORD}, description = ${WORD} where id = ${collectionId}`,
  )
  await aMessage(app.db, post.id, user.id, { body: `About ${WORD}`, now })
  const edited = { channelId: post.id, seq: 1, body: `More about ${WORD}` }
  await app.call(editMessage, edited, { as: session })
  await run(app.db, sql`update messages set reason = ${WORD}`)
  await run(
    app.db,
    sql`insert into word_rules (creator_id, position, phrase, act) values (${page.id}, 0, ${WORD}, 'hold')`,
  )
  await aRoom(app.db, page.id, { name: WORD })
  await run(app.db, sql`insert into community_rules (creator_id, body) values (${page.id}, ${WORD})`)
  const member = await aUser(app.db)
  const { id: subscriptionId } = await aSubscription(app.db, member.id, plan, { now })
  const { id: paymentId } = await aPayment(app.db, {
    subscriptionId,
    memberId: member.id,
    plan,
    amountCents: 10_000,
    capturedAt: now,
  })
  await run(
    app.db,
    sql`insert into refunds (id, payment_id, status, origin, decided_by, reason, decision_note, amount_cents, requested_at)
      values (${newId(now)}, ${paymentId}, 'declined', 'creator', 'creator', ${WORD}, ${WORD}, 100, ${now})`,
  )

  expect((await app.call(requestDeletion, { currentPassword: PASSWORD }, { as: session })).status).toBe(200)
  await app.drain()
  await app.clock.advance(app.db, 15 * DAY_MS)
  await app.drain()
  const tables = new Set((await listTextColumns()).map(({ name }) => name.split('.')[0] ?? ''))
  const left: string[] = []
  for (const table of tables) {
    const rows = await many(
      app.db,
      sql`select from ${sql.table(table)} t where position(${WORD} in lower(t::text)) > 0
        or position(encode(convert_to(${WORD}, 'UTF8'), 'hex') in t::text) > 0`,
    )
    if (rows.length > 0) left.push(table)
  }
  expect(left).toEqual([])
})
