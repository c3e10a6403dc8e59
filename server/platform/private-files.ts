import fs from 'node:fs'
import path from 'node:path'

/** The rights of group and others: none, or passing through a folder without seeing its contents. */
const NOTHING = 0o700
const PASS_THROUGH = 0o711
const STICKY = 0o1000

/** The folder that PostgreSQL's own account passes through, when root starts us. */
const DATABASE_FOLDER = 'postgresql'

/**
 * Creates DATA_DIR when it is missing, and closes it and its contents to other accounts: the secret key, mails, media,
 * unfinished uploads, logs. Files that this process and its children create from now on are theirs alone. `letsThrough`
 * keeps the way open for the database's account. Returns what couldn't be closed, as sentences.
 */
export function keepFilesPrivate(dataDir: string, { letsThrough }: { letsThrough: boolean }): string[] {
  process.umask(0o077)
  const allowed = letsThrough ? PASS_THROUGH : NOTHING
  // The mask narrows the mode passed to mkdir.
  if (fs.mkdirSync(dataDir, { recursive: true }) !== undefined) fs.chmodSync(dataDir, allowed)
  const inside = fs.readdirSync(dataDir, { withFileTypes: true })
  return [
    ...tighten(dataDir, allowed),
    ...inside
      .filter((entry) => !entry.isSymbolicLink())
      .flatMap(({ name }) =>
        tighten(path.join(dataDir, name), name === DATABASE_FOLDER && letsThrough ? PASS_THROUGH : NOTHING),
      ),
  ]
}

function tighten(file: string, allowed: number): string[] {
  const { mode } = fs.lstatSync(file)
  const permissions = mode & 0o777
  if ((permissions & ~allowed) === 0) return []
  // Someone made this one for everyone, like /tmp.
  if ((mode & STICKY) !== 0)
    return [`${file} is shared with other accounts; give DATA_DIR a folder of its own.`]
  try {
    fs.chmodSync(file, permissions & allowed)
    return []
  } catch (error) {
    return [`${file} is open to other accounts and could not be closed (${String(error)}).`]
  }
}
