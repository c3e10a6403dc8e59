import { type Account, run } from '../program.ts'

/** A plain sentence about the embedded database for the person who started the server; no stack is needed. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError'
}

// PostgreSQL refuses uid 0. This id lies in 60706-61183, which https://systemd.io/UIDS-GIDS leaves unassigned, so no
// person or daemon has it (processes of `nobody` could read the cluster), and below 65536, so containers map it.
export const SERVER_ACCOUNT = { uid: 60_906, gid: 60_906 }

// initdb looks its own account up in the password file and ends when it has no entry; the server does not.
export const NOBODY = { uid: 65_534, gid: 65_534 }

/** Whether this process is root and must therefore run PostgreSQL under another account. */
export function isRoot(): boolean {
  return process.getuid?.() === 0
}

/** Whether the account can reach into a directory: every folder above it must let it through. */
export async function canEnter(directory: string, account: Account): Promise<boolean> {
  const entered = await run(['/bin/sh', '-c', 'cd "$1"', 'sh', directory], account)
  return entered.isSuccess
}
