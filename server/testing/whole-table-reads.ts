/** Tables whose length doesn't grow with use, or whose rows are gone soon after: reading one whole costs nothing. */
export const SMALL_TABLES: readonly string[] = [
  'platform_plans',
  'receipt_settings',
  'receipt_counters',
  'push_keys',
  'development_clock',
  'ledger_counted',
  'reconciled_until',
  'job_schedules',
  'visit_salts',
  'staff',
  'migrations',
  'pg_class',
  'pg_proc',
  'pg_trigger',
  // Refunds made at the provider by hand, until they are booked.
  'unbooked_refunds',
  // One row: how far openings are counted.
  'openings_counted',
  // Ledger checks: a row a check, and a row for each thing that is wrong.
  'money_walks',
  'money_findings',
  // The books: what waits for a second, how far they are counted and proved, and a row an account.
  'ledger_unsealed',
  'receipts_waiting',
  'balances_counted',
  'balance_totals',
  'ledger_proved',
  'ledger_proved_sums',
  // A row a day, and a row a half year.
  'published_seals',
  'transparency_reports',
  // A row for each time this database was restored.
  'restored_copies',
]

interface WholeTableRead {
  table: string
  /** Words of the statement, by which it is known. */
  says: string
  why: string
}

const WEEKLY_PROOF = 'the weekly proof of the books reads all of them, which is what it is for'
const WARNINGS =
  'warnings of banks are rare, and their index by payment serves where disputes are not looked through'
const CLOSED = 'once a day, from the pages that closed, of which there are few'

/** Statements that read a table from end to end on purpose. */
export const WHOLE_TABLE_READS: readonly WholeTableRead[] = [
  ...['payments', 'refunds', 'disputes', 'dispute_losses', 'settlement_items', 'settlement_attributions'].map(
    (table) => ({
      table,
      says: 'with held as (\n        select currency, amount_cents as minor',
      why: WEEKLY_PROOF,
    }),
  ),
  {
    table: 'closed_balances',
    says: 'count(distinct creator_id)::integer as "creatorCount"',
    why: 'what closed pages have cost in all; there are few of them',
  },
  {
    table: 'visits',
    says: 'delete from visits where creator_id',
    why: 'its index begins with the day, and days are few: who visited is forgotten an hour after the day',
  },
  { table: 'fraud_suspicions', says: 'as "disputedCents"', why: WARNINGS },
  { table: 'page_closings', says: 'delete from payout_details d using page_closings', why: CLOSED },
  {
    table: 'jobs',
    says: 'set run_at = run_at - make_interval',
    why: 'time that is moved in development: no production server asks this',
  },
  {
    table: 'creators',
    says: 'row_number() over (order by c.id) - 1 as position',
    why: "the sitemap's index counts all pages to divide them, by an index alone",
  },
]
