import type { ChannelKind } from '#contract/channels/rules.ts'
import { type Db, many, sql } from '#server/platform/db/query.ts'

import { type CaseRow, caseColumns } from './case-queries.ts'
import type { AppealRow, DecisionRow } from './decision-queries.ts'

/** A decision about somebody, with everything they read of it. */
export type OwnCaseRow = Omit<CaseRow, 'state'> &
  Omit<DecisionRow, 'id' | 'caseId' | 'decidedBy'> & {
    /** What it is about; null: it is no longer kept. */
    item: string | null
    channelKind: ChannelKind | null
    handle: string | null
    pageName: string | null
    slug: string | null
    strikeUntil: Date | null
    appeal: Pick<AppealRow, 'text' | 'outcome' | 'answer'> | null
    appealedAt: Date | null
    appealDueAt: Date | null
    answeredAt: Date | null
  }

/**
 * What was decided about somebody, the latest first: all, about one item, or one case. What was reported and stands is
 * told only to those who lost sight of it.
 */
export function listOwnCaseRows(
  db: Db,
  given: {
    userId: string
    caseId?: string | null
    about?: string | null
    beforeId?: string | null
    limit: number
  },
): Promise<OwnCaseRow[]> {
  const { userId, caseId = null, about = null, beforeId = null, limit } = given
  return many(
    db,
    sql<OwnCaseRow>`select ${caseColumns}, d.measure, d.rule, d.rules_version as "rulesVersion", d.ground, d.facts,
        d.decided_as as "decidedAs", d.decided_at as "decidedAt", d.appeal_until as "appealUntil",
        d.fix_until as "fixUntil", d.fixed_at as "fixedAt", d.lifted_at as "liftedAt",
        d.lifted_because as "liftedBecause", d.until_at as "untilAt", d.extended_at as "extendedAt", c.handle, c.page_name as "pageName", p.slug,
        (select l.body from case_lines l where l.case_id = k.id and l.is_reported) as item,
        (select ch.kind from channels ch where ch.id = k.channel_id) as "channelKind",
        (select s.expires_at from strikes s where s.decision_id = d.id and s.lifted_at is null) as "strikeUntil",
        case when a.id is not null
          then json_build_object('text', a.text, 'outcome', a.outcome, 'answer', a.answer) end as appeal,
        a.appealed_at as "appealedAt", a.due_at as "appealDueAt", a.answered_at as "answeredAt"
      from cases k cross join lateral (select * from decisions where case_id = k.id
          order by decided_at desc, id desc limit 1) d
        left join appeals a on a.decision_id = d.id left join creators c on c.id = k.creator_id
        left join posts p on k.target_kind = 'post' and p.id = k.target_id
      where k.concerned_id = ${userId} and (d.measure <> 'none' or k.held_at is not null)
        and (${caseId}::uuid is null or k.id = ${caseId}::uuid)
        and (${about}::uuid is null or k.target_id = ${about}::uuid)
        and (${beforeId}::uuid is null or k.id < ${beforeId}::uuid)
      order by k.id desc limit ${limit}`,
  )
}
