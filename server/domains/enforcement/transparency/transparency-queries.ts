import type { TransparencyPart } from '#contract/enforcement/transparency-routes.ts'
import { type Db, many, one, run, sql } from '#server/platform/db/query.ts'

/** By part and cell; what isn't there is none. */
export type Figures = Partial<Record<TransparencyPart, Record<string, number>>>

export interface Half {
  /** Its first day and the first after it. */
  from: Date
  before: Date
}

/** What happened in a stretch of time, by what there is in the tables when it is counted. */
export async function countFigures(db: Db, { from, before }: Half): Promise<Figures> {
  const within = (column: string) => sql`${sql.ref(column)} >= ${from} and ${sql.ref(column)} < ${before}`
  const rows = await many(
    db,
    sql<{ part: TransparencyPart; key: string; count: number }>`
      select 'reports' as part, reason as key, count(*)::integer as count from reports
        where ${within('reported_at')} group by 2
      union all select 'decisions', measure, count(*)::integer from decisions where ${within('decided_at')} group by 2
      union all select 'grounds', ground, count(*)::integer from decisions
        where ${within('decided_at')} and measure <> 'none' group by 2
      union all select 'deciders', decided_as, count(*)::integer from decisions where ${within('decided_at')} group by 2
      union all select 'times', case when d.decided_at <= k.due_at then 'in_time' else 'late' end, count(*)
        from decisions d join cases k on k.id = d.case_id
        where ${within('d.decided_at')} and d.decided_as = 'operator' group by 2
      union all select 'appeals', case when a.outcome is not null then a.outcome
          when d.lifted_because = 'unanswered' then 'unanswered' else 'open' end, count(*)
        from appeals a join decisions d on d.id = a.decision_id where ${within('a.appealed_at')} group by 2
      union all select 'grievances', kind, count(*) from grievances where ${within('opened_at')} group by 2
      union all select 'answers', case when answered_at is null then 'open' when answered_at <= due_at then 'in_time'
          else 'late' end, count(*)
        from grievances where ${within('opened_at')} group by 2`,
  )
  const figures: Figures = {}
  for (const { part, key, count } of rows) (figures[part] ??= {})[key] = count
  return figures
}

/** When anything was reported, decided or complained about for the first time; null: never. */
export async function findBeginning(db: Db): Promise<Date | null> {
  const { at } = await one(
    db,
    sql<{ at: Date | null }>`select least((select min(opened_at) from cases),
      (select min(opened_at) from grievances)) as at`,
  )
  return at
}

/** A half year is counted once: what is learned later belongs to the next. */
export async function insertReport(
  db: Db,
  { half: { from, before }, figures, now }: { half: Half; figures: Figures; now: Date },
): Promise<void> {
  await run(
    db,
    sql`insert into transparency_reports (from_day, until_day, made_at, figures)
      values ((${from}::timestamptz at time zone 'UTC')::date, (${before}::timestamptz at time zone 'UTC')::date - 1,
        ${now}, ${JSON.stringify(figures)}::jsonb)
      on conflict do nothing`,
  )
}

export async function listReportedDays(db: Db): Promise<Set<string>> {
  const rows = await many(
    db,
    sql<{ day: string }>`select to_char(from_day, 'YYYY-MM-DD') as day from transparency_reports`,
  )
  return new Set(rows.map(({ day }) => day))
}

export interface ReportRow {
  from: string
  until: string
  madeAt: Date
  figures: Figures
}

/** The latest first; a century has two hundred. */
export function listTransparencyReports(db: Db): Promise<ReportRow[]> {
  return many(
    db,
    sql<ReportRow>`select to_char(from_day, 'YYYY-MM-DD') as from, to_char(until_day, 'YYYY-MM-DD') as until,
        made_at as "madeAt", figures
      from transparency_reports order by from_day desc limit 200`,
  )
}
