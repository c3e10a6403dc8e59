import fs from 'node:fs'
import path from 'node:path'

/** What group and others may do: nothing, or pass through a folder without seeing what is in it. */
const NOTHING = 0o700
const PASS_THROUGH = 0o711
const STICKY = 0o1000

/** The folder that PostgreSQL's own account passes through, when root starts us. */
const DATABASE_FOLDER = 'postgresql'

/**
 * Makes DATA_DIR when it is missing, and closes it and what lies in it to other accounts: the secret key, mails, media,
 * uploads under way, logs. What this process and its children make from now on is theirs alone. `letsThrough` keeps the
 * way open for the database's account. Answers what could not be closed, as sentences.
 */
export function keepFilesPrivate(dataDir: string, { letsThrough }: { letsThrough: boolean }): string[] {
  process.umask(0o077)
  const allowed = letsThrough ? PASS_THROUGH : NOTHING
  // The mask narrows what mkdir is given.
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
  // Somebody made this one for everybody, as /tmp is.
  if ((mode & STICKY) !== 0)
    return [`${file} is shared with other accounts; give DATA_DIR a folder of its own.`]
  try {
    fs.chmodSync(file, permissions & allowed)
    return []
  } catch (error) {
    return [`${file} is open to other accounts and could not be closed (${String(error)}).`]
  }
}
