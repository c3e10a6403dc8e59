import fs from 'node:fs'
import path from 'node:path'

import { findAllPatterns } from './linear-patterns/find-patterns.ts'
import { findSlowness, written } from './linear-patterns/prove.ts'

/* `npx node scripts/linear-patterns.ts` proves new patterns and stores the list, so that each pattern is proved once. */

const LIST = path.join(import.meta.dirname, 'linear-patterns/proved.json')

export function readProved(): ReadonlySet<string> {
  return new Set(JSON.parse(fs.readFileSync(LIST, 'utf8')) as string[])
}

if (import.meta.main) {
  const proved = fs.existsSync(LIST) ? readProved() : new Set<string>()
  const kept = new Set<string>()
  for (const pattern of findAllPatterns().literals) {
    const text = written(pattern)
    const slowness = proved.has(text) || kept.has(text) ? null : findSlowness(pattern)
    if (slowness === null) kept.add(text)
    else {
      console.error(`${pattern.place} ${text}: ${slowness}`)
      process.exitCode = 1
    }
  }
  fs.writeFileSync(LIST, `${JSON.stringify([...kept].sort(), null, 2)}\n`)
  console.log(`${kept.size} patterns take linear time.`)
}
