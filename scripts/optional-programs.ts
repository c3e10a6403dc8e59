import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { findProgram, OPTIONAL_PROGRAMS, type OptionalProgram } from '#server/testing/optional-program.ts'

import { installWithApt } from './install-program.ts'

/*
 * `hide` prints a PATH on which everything is found but the optional programs, so that CI tests what a machine without them
 * does. `install` installs those that are missing, from Debian.
 */

const ALL = Object.keys(OPTIONAL_PROGRAMS) as OptionalProgram[]
/** So that `postgresql` brings its programs alone: proofs make databases of their own. */
const NO_MAIN_CLUSTER = '/etc/postgresql-common/createcluster.conf'

/** A folder of links to every program on PATH but the optional ones and their versions, such as python3.11. */
function hideAll(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cheers-path-'))
  // The database runs under another account when root starts it, and looks its programs up here as well.
  fs.chmodSync(folder, 0o755)
  const isOptional = (name: string) =>
    ALL.some(
      (program) =>
        name === program || (name.startsWith(program) && /^[\d.]/.test(name.slice(program.length))),
    )
  for (const from of (process.env['PATH'] ?? '').split(path.delimiter))
    for (const name of fs.existsSync(from) ? fs.readdirSync(from) : []) {
      const link = path.join(folder, name)
      if (!isOptional(name) && !fs.existsSync(link)) fs.symlinkSync(path.join(from, name), link)
    }
  return folder
}

async function installMissing(): Promise<void> {
  const missing = ALL.filter((program) => findProgram(program) === null)
  if (missing.length === 0) return
  if (missing.some((program) => OPTIONAL_PROGRAMS[program] === 'postgresql')) {
    fs.mkdirSync(path.dirname(NO_MAIN_CLUSTER), { recursive: true })
    fs.writeFileSync(NO_MAIN_CLUSTER, 'create_main_cluster = false\n')
  }
  await installWithApt(...new Set(missing.map((program) => OPTIONAL_PROGRAMS[program])))
}

const [command] = process.argv.slice(2)
if (command === 'hide') console.log(hideAll())
else if (command === 'install') await installMissing()
else throw new Error('Say hide or install.')
