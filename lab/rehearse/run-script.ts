import { spawn } from 'node:child_process'
import { once } from 'node:events'

import { nodeEnv, type NodeOptions } from './release-node.ts'

/** Runs a script of a release to its end; answers what it wrote, and throws with it when it fails. */
export async function runScript(options: NodeOptions, script: string, ...args: string[]): Promise<string> {
  const env: NodeJS.ProcessEnv = { ...nodeEnv(options, 0), PORT: '3000' }
  // It makes people up, which it refuses in production.
  if (script.endsWith('populate.ts')) env['NODE_ENV'] = 'test'
  const child = spawn(process.execPath, [script, ...args], { cwd: options.dir, env })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => (said += part.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`${script} of ${options.dir} ended with ${code}:\n${said.slice(-3000)}`)
  return said.trim()
}
