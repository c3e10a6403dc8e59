import { type AllowedWriters, DEFAULT_MESSAGE_RULES } from '#contract/conversations/rules.ts'
import { type Db, maybeOne, run, sql } from '#server/platform/db/query.ts'

export interface RulesRow {
  allow: AllowedWriters
  planIds: string[]
  fromRooms: boolean
  takesRequests: boolean
  showsRead: boolean
}

/** Who may write to a person; as everybody has it, unless they chose. */
export async function getRules(db: Db, userId: string): Promise<RulesRow> {
  const row = await maybeOne(
    db,
    sql<RulesRow>`select allow, plan_ids as "planIds", from_rooms as "fromRooms", takes_requests as "takesRequests",
        shows_read as "showsRead"
      from message_rules where user_id = ${userId}`,
  )
  return row ?? { ...DEFAULT_MESSAGE_RULES, planIds: [...DEFAULT_MESSAGE_RULES.planIds] }
}

export async function storeRules(db: Db, userId: string, rules: RulesRow): Promise<void> {
  await run(
    db,
    sql`insert into message_rules (user_id, allow, plan_ids, from_rooms, takes_requests, shows_read)
      values (${userId}, ${rules.allow}, ${rules.planIds}::uuid[], ${rules.fromRooms}, ${rules.takesRequests},
        ${rules.showsRead})
      on conflict (user_id) do update set allow = excluded.allow, plan_ids = excluded.plan_ids,
        from_rooms = excluded.from_rooms, takes_requests = excluded.takes_requests, shows_read = excluded.shows_read`,
  )
}
