import fs from 'node:fs'
import path from 'node:path'
import * as z from 'zod/mini'

const Manifest = z.object({ scripts: z.object({ start: z.string() }) })

/** The flags that `npm start` gives Node, for measurements that start the server another way. */
export function serverFlags(): string[] {
  return wordsOfStart().filter((word) => word.startsWith('--'))
}

/** The variables that `npm start` sets for Node, which reads them before anything of ours runs. */
export function serverVariables(): Record<string, string> {
  const words = wordsOfStart()
  return Object.fromEntries(
    words.slice(0, words.indexOf('exec')).map((word) => {
      const at = word.indexOf('=')
      return [word.slice(0, at), word.slice(at + 1)]
    }),
  )
}

function wordsOfStart(): string[] {
  const text = fs.readFileSync(path.join(import.meta.dirname, '../package.json'), 'utf8')
  return Manifest.parse(JSON.parse(text)).scripts.start.split(' ')
}
