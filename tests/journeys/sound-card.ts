import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { findProgram } from '#server/testing/optional-program.ts'

const STARTS_WITHIN_MS = 10_000

/**
 * Firefox stops sound that nothing plays, so a machine without a sound card is given one that swallows it: a PulseAudio of
 * this run's own. Browsers find it by `PULSE_SERVER`. Returns how to end it.
 */
export async function startSoundCard(): Promise<() => void> {
  const program = findProgram('pulseaudio')
  if (!program) return () => undefined
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cheers-sound-'))
  const socket = path.join(folder, 'socket')
  const modules = ['module-null-sink', `module-native-protocol-unix auth-anonymous=1 socket=${socket}`]
  const options = ['-n', '--daemonize=no', '--use-pid-file=no', '--exit-idle-time=-1']
  const child = spawn(program, [...options, ...modules.map((module) => `--load=${module}`)], {
    env: { ...process.env, HOME: folder, PULSE_RUNTIME_PATH: folder },
    stdio: 'ignore',
  })
  const end = () => {
    child.kill('SIGKILL')
    fs.rmSync(folder, { recursive: true, force: true })
  }
  const startedAt = Date.now()
  while (!fs.existsSync(socket)) {
    if (child.exitCode !== null || Date.now() - startedAt > STARTS_WITHIN_MS) {
      end()
      throw new Error('PulseAudio did not start, so Firefox would have nothing that plays its sound.')
    }
    await wait(50)
  }
  process.env['PULSE_SERVER'] = `unix:${socket}`
  return end
}
