import { afterAll, beforeAll, expect, test } from 'vitest'

import { many, sql } from './platform/db/query.ts'
import { startTestApp, type TestApp } from './testing/test-app.ts'

/*
 * What of the schema could be spread over several databases by creator: every table names its creator,
 * or refers to exactly one row that does. These don't; a new table with rows of a page's own has no place among them.
 */
const STAYS: Readonly<Record<string, string>> = {
  'of people, who are on many pages': `account_suspensions activation_codes billing_details blocks email_changes factor_recoveries guess_levels
    hidden_badges known_places mail_tokens member_budgets message_requests message_rules notification_mail_days
    notification_occasions notification_preferences oidc_sign_ins proof_challenges push_devices recovery_codes second_factors
    sessions sign_ups support_passes user_identities users`,
  'files, which belong to the person who uploaded them':
    'file_downloads media media_renditions upload_parts uploads',
  'of all money at once': `balance_totals balances_counted ledger_chain ledger_counted ledger_proofs ledger_proved
    ledger_proved_sums ledger_transactions ledger_unsealed money_findings money_walks
    payment_accounts provider_events published_seals receipt_counters receipt_settings receipts_waiting
    reconciled_until settlement_items settlements unbooked_refunds webhook_silences`,
  'of the platform': `approvals audit_log creators development_clock errors_seen events grievances job_schedules jobs migrations
    openings_counted platform_plans push_keys rate_limits realtime_events realtime_topics
    restored_copies retired_handles staff transparency_reports visit_salts`,
}

/** References from a row to the one that names its creator. */
const STEPS_MAX = 3

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('every row of a page says whose page it is, or refers to one row that does', async () => {
  const rows = await many(
    app.db,
    sql<{ name: string; steps: number | null }>`with recursive tables as (
        select oid, relname::text as name from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition),
      -- References that every row has: none of their columns may be null.
      refers as (
        select conrelid, confrelid from pg_constraint where contype = 'f' and not exists (
          select from pg_attribute where attrelid = conrelid and attnum = any (conkey) and not attnotnull)),
      named as (
        select oid, 0 as steps from tables
        where exists (select from pg_attribute where attrelid = oid and attname = 'creator_id')
        union
        select conrelid, steps + 1 from named join refers on confrelid = oid where steps < ${STEPS_MAX})
      select name, min(steps) as steps from tables left join named using (oid) group by name order by name`,
  )
  const unnamed = rows.filter(({ steps }) => steps === null).map(({ name }) => name)
  expect(unnamed).toEqual(
    Object.values(STAYS)
      .flatMap((names) => names.split(/\s+/))
      .toSorted(),
  )
  expect(rows.filter(({ steps }) => steps === 0).length).toBeGreaterThan(40)
})
