import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'

const APT_GET = '/usr/bin/apt-get'

/** Whether this is a Debian or Ubuntu where we may install something. */
export function canInstallWithApt(): boolean {
  return process.getuid?.() === 0 && fs.existsSync(APT_GET)
}

/** Installs system packages; throws with the end of apt-get's output if it fails. */
export async function installWithApt(...packages: string[]): Promise<void> {
  await mustRun(APT_GET, ['update', '-qq'])
  await mustRun(APT_GET, ['install', '-y', '-qq', '--no-install-recommends', ...packages])
}

/** Runs a program quietly; throws with the end of its output if it fails. */
export async function mustRun(program: string, args: readonly string[]): Promise<void> {
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk))
  const [code] = await once(child, 'close')
  if (code === 0) return
  const said = output.split('\n').filter((line) => line.trim() !== '' && !/^\s+at /.test(line))
  const end = said.slice(-3).join(' ')
  throw new Error(`${path.basename(program)} ${args.join(' ')} failed: ${end}`)
}
