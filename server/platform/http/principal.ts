import type { StaffRole } from '#contract/http/permissions.ts'
import type { ProofMethod } from '#contract/http/proof-methods.ts'
import type { Scope } from '#contract/http/route.ts'

/** A person with an account. */
interface Person {
  id: string
  name: string
  email: string
  /** Their own creator page, if there is one. */
  creatorId: string | null
  /** The page they are paid for: the same, or one that is closing. */
  payeeId: string | null
}

/** A person at a browser, proved by both halves of a live session. */
export interface Viewer extends Person {
  kind: 'user'
  sessionId: string
  /** What they are on the operator's staff; nothing, for nearly everyone. */
  roles: readonly StaffRole[]
  /** When they last proved in this session that it is them, and how. */
  provedAt: Date | null
  methods: readonly ProofMethod[]
  /** Their account has a passkey or an authenticator app. */
  hasFactor: boolean
}

/** A program that acts for a person, within the scopes they gave it; never as staff. */
export interface TokenHolder extends Person {
  kind: 'token'
  scopes: readonly Scope[]
}

/** A command that somebody with access to the database runs. */
export interface OperatorCommand {
  kind: 'operator-command'
  /** Who runs it, as the machine or they themselves say. */
  name: string
  roles: readonly ['operator']
}

/** Who makes a call. */
export type Principal = Viewer | TokenHolder | OperatorCommand

/** Who can act as staff. */
export type StaffActor = Viewer | OperatorCommand
