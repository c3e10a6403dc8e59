import type { StaffRole } from '#contract/http/permissions.ts'

import { type Act, writeAuditRow } from '../audit-log.ts'
import type { InTransaction } from '../db/transaction.ts'
import type { Occasion } from './occasion.ts'
import type { StaffActor } from './principal.ts'

/** The transactions of a writing staff call, of which the first ends with its row in the audit log. */
export interface AuditTrail {
  audit: (act: Act) => void
  inTransaction: InTransaction
  /** Throws when the call wrote no row. */
  check: () => void
}

/** Sees to it that a staff call leaves exactly one row; a first transaction without one is rolled back. */
export function createAuditTrail(
  inTransaction: InTransaction,
  by: Occasion & { actor: StaffActor; role: StaffRole },
): AuditTrail {
  let said: Act | null = null
  let isWritten = false
  return {
    audit(act) {
      if (said) throw new Error(`${act.action}: a staff call leaves one row in the audit log, not two`)
      said = act
    },
    async inTransaction(work) {
      if (isWritten) return inTransaction(work)
      const result = await inTransaction(async (db) => {
        const done = await work(db)
        if (!said) throw new Error('a staff call has to say what it does in its first transaction')
        await writeAuditRow(db, by, said)
        return done
      })
      isWritten = true
      return result
    },
    check() {
      if (!isWritten) throw new Error('a staff call that writes has to leave a row in the audit log')
    },
  }
}
