// A Cheers process of its own for the tests: starts the database of the folder named by its argument, says on one
// line how that went, and holds the database until it is ended.
import { startEmbeddedPostgres } from './embedded-postgres.ts'

function say(line: { connection: object } | { error: string }): void {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}

try {
  const postgres = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? '' })
  say({ connection: postgres.connection })
  setInterval(() => {}, 60_000)
} catch (error) {
  say({ error: error instanceof Error ? error.message : String(error) })
}
