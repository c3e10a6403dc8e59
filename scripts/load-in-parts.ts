import fs from 'node:fs'
import path from 'node:path'

import { writeCompiled } from './compile-cache.ts'

/*
 * Loads the server part by part. What Node reads from its store of compiled code it holds until it next writes there, so
 * after each part it is freed, and the next part takes its place. All at once, it left 20 MB of holes that nothing filled.
 */
const DOMAINS = path.join(import.meta.dirname, '../server/domains')

const parts: readonly (() => Promise<unknown>)[] = [
  () => import('fastify'),
  () => import('kysely'),
  () => import('zod/mini'),
  () => import('graphile-worker'),
  () => import('#contract/routes.ts'),
  ...fs.readdirSync(DOMAINS).map((name) => () => import(`#server/domains/${name}/domain.ts`)),
  () => import('#server/main.ts'),
]

for (const load of parts) {
  // One after another is the point.
  await load()
  writeCompiled()
}
