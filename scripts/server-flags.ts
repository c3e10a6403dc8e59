import fs from 'node:fs'
import path from 'node:path'
import * as z from 'zod/mini'

const Manifest = z.object({ scripts: z.object({ start: z.string() }) })

/** The flags that `npm start` gives Node, for measurements that start the server another way. */
export function serverFlags(): string[] {
  const text = fs.readFileSync(path.join(import.meta.dirname, '../package.json'), 'utf8')
  return Manifest.parse(JSON.parse(text))
    .scripts.start.split(' ')
    .filter((word) => word.startsWith('--'))
}
