/** A plain sentence for the operator; no stack is needed. */
export class BackupError extends Error {
  override name = 'BackupError'
}

/** The database went away, or isn't there yet: trying again later helps. */
export class Interrupted extends BackupError {
  override name = 'Interrupted'
}

/** A file of the backup isn't what was written. */
export class DamagedFile extends BackupError {
  constructor(file: string, reason: string) {
    super(`${file} is damaged: ${reason}.`)
    this.name = 'DamagedFile'
  }
}
