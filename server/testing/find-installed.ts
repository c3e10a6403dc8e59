import fs from 'node:fs'

const FOLDERS = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin', '/usr/local/sbin']

/** Whether a program is on this machine. Says so if it isn't, because what needs it is skipped then. */
export function findInstalled(program: string): boolean {
  const isThere = FOLDERS.some((folder) => fs.existsSync(`${folder}/${program}`))
  if (!isThere) process.stdout.write(`skipped: no ${program} here\n`)
  return isThere
}
