import type { Route } from '#contract/http/route.ts'
import { routes } from '#contract/routes.ts'

/** Every call on one line: method, path, who may call it, and its own failures, in aligned columns. */
export function describeRoutes(listed: readonly Route[]): string[] {
  const rows = listed.map(({ method, path, caller, failures }) => [
    method,
    `/api${path}`,
    caller,
    failures.map(({ code, status }) => `${status} ${code}`).join(', '),
  ])
  const table = [['METHOD', 'PATH', 'CALLER', 'FAILURES'], ...rows]
  const widths = [0, 1, 2].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)))
  return table.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

if (import.meta.main) console.log(describeRoutes(routes).join('\n'))
