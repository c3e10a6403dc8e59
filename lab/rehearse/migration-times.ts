import type { ToolDatabase } from '#scripts/tool-database.ts'

/** How long each migration took, a line each. */
export async function timesOf({ pool }: ToolDatabase, beganAt: Date): Promise<string[]> {
  const { rows } = await pool.query<{ name: string; timestamp: string }>(
    'select name, timestamp from kysely_migration where timestamp >= $1 order by name',
    [beganAt.toISOString()],
  )
  let last = beganAt.getTime()
  return rows.map(({ name, timestamp }) => {
    const tookMs = Date.parse(timestamp) - last
    last += tookMs
    return `  ${name}: ${(tookMs / 1000).toFixed(2)} s`
  })
}
