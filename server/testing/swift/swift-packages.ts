import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** Swift and its imports, by Debian's names: 4 MB. Python itself has to be there. */
const PACKAGES = `
  liberasurecode1 python3-certifi python3-cffi-backend python3-chardet python3-charset-normalizer python3-dnspython
  python3-eventlet python3-greenlet python3-idna python3-lxml python3-netifaces python3-paste python3-pastedeploy
  python3-pkg-resources python3-pyeclib python3-requests python3-six python3-swift python3-tempita python3-urllib3
  python3-xattr`
  .trim()
  .split(/\s+/)

export const PYTHON = '/usr/bin/python3'

/**
 * The folder into which Swift's packages are unpacked, once for this machine; nothing is installed. Throws when they
 * can't be had.
 */
export async function unpackSwift(): Promise<string> {
  const release = await fs.readFile('/etc/os-release', 'utf8')
  const version = createHash('sha256')
    .update([release, process.arch, ...PACKAGES].join('\n'))
    .digest('hex')
    .slice(0, 12)
  const cache = process.env['XDG_CACHE_HOME'] ?? path.join(os.homedir(), '.cache')
  const folder = path.join(cache, 'cheers', `swift-${version}`)
  if (await isThere(folder)) return folder
  await Promise.all([PYTHON, '/usr/bin/apt-get', '/usr/bin/dpkg'].map((program) => fs.access(program)))
  await fs.mkdir(path.dirname(folder), { recursive: true })
  const building = await fs.mkdtemp(`${folder}-`)
  try {
    await download(building)
    for (const name of await fs.readdir(building))
      await execute('dpkg', ['-x', path.join(building, name), path.join(building, 'root')])
    await fs.rename(path.join(building, 'root'), folder)
  } catch (error) {
    // Another run may have been faster.
    if (!(await isThere(folder))) throw error
  } finally {
    await fs.rm(building, { recursive: true, force: true })
  }
  return folder
}

async function download(folder: string): Promise<void> {
  const get = () => execute('apt-get', ['download', '-qq', ...PACKAGES], { cwd: folder })
  try {
    await get()
  } catch {
    // A fresh machine has no package lists yet.
    await execute('apt-get', ['update', '-qq'])
    await get()
  }
}

async function isThere(folder: string): Promise<boolean> {
  return fs.access(folder).then(
    () => true,
    () => false,
  )
}
