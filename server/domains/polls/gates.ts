import type { Db } from '#server/platform/db/query.ts'

export type PlaceKind = 'post' | 'message'

/** What somebody, or a visitor, may do where a poll hangs. */
export interface Standing {
  mayRead: boolean
  /** They and the page's owner are kept apart: what they voted stays, but they don't vote any more. */
  isBlocked: boolean
}

export const NOTHING: Standing = { mayRead: false, isBlocked: false }

/** What those who use polls know about the places of one kind: polls themselves know no posts. */
export interface PollGate {
  kind: PlaceKind
  findStanding: (
    db: Db,
    question: { placeId: string; pollId: string; viewerId: string | null; now: Date },
  ) => Promise<Standing>
  /** Which of these people, a batch of those who voted, may still read there. */
  listReaders: (
    db: Db,
    question: { placeId: string; pollId: string; userIds: readonly string[]; now: Date },
  ) => Promise<string[]>
}

/** Of the running app; each user of polls registers its own in `mount` of its `domain.ts`. */
const gates = new Map<PlaceKind, PollGate>()

export function registerPollGate(gate: PollGate): void {
  gates.set(gate.kind, gate)
}

export function gateOf(kind: PlaceKind): PollGate {
  const gate = gates.get(kind)
  if (!gate) throw new Error(`No domain registered a gate for polls in a ${kind}`)
  return gate
}
