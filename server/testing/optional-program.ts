import fs from 'node:fs'
import path from 'node:path'

/**
 * Programs that some tests and proofs use, and the Debian package that brings each. Cheers itself starts and passes
 * `npm test` without any of them.
 */
export const OPTIONAL_PROGRAMS = {
  caddy: 'caddy',
  clamd: 'clamav-daemon',
  faketime: 'faketime',
  ffmpeg: 'ffmpeg',
  ffprobe: 'ffmpeg',
  'firefox-esr': 'firefox-esr',
  nginx: 'nginx-light',
  pg_ctlcluster: 'postgresql',
  pgbackrest: 'pgbackrest',
  pgbouncer: 'pgbouncer',
  promtool: 'prometheus',
  psql: 'postgresql',
  pulseaudio: 'pulseaudio',
  python3: 'python3',
  'systemd-analyze': 'systemd',
} as const

/** One of them. */
export type OptionalProgram = keyof typeof OPTIONAL_PROGRAMS

/** Where a program is on this machine's PATH; null where it isn't. */
export function findProgram(program: OptionalProgram): string | null {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter)
  const candidates = folders.map((folder) => path.join(folder, program))
  return candidates.find((file) => fs.existsSync(file)) ?? null
}

/**
 * Whether these programs are installed. If one isn't, says that what needs it is skipped; throws instead where
 * `OPTIONAL_PROGRAMS=required`, which CI sets once it has installed them.
 */
export function hasPrograms(...programs: OptionalProgram[]): boolean {
  const missing = programs.filter((program) => findProgram(program) === null)
  for (const program of missing)
    skipFor(`no ${program} here (Debian: apt-get install ${OPTIONAL_PROGRAMS[program]})`)
  return missing.length === 0
}

/** Says why something is skipped. Throws where nothing may be. */
export function skipFor(reason: string): void {
  if (process.env['OPTIONAL_PROGRAMS'] === 'required')
    throw new Error(`Nothing may be skipped, but: ${reason}`)
  process.stdout.write(`skipped: ${reason}\n`)
}
