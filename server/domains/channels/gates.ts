import type { ChannelKind, WhyNot } from '#contract/channels/rules.ts'
import type { Db } from '#server/platform/db/query.ts'

/** What somebody, or a visitor, may do in one channel, as its user sees it. Mutes and locks come on top. */
export interface Standing {
  mayRead: boolean
  /** null: they may write. */
  whyNot: WhyNot | null
  /** The first message that is theirs to see; 0: all are. */
  fromSeq: number
  /** They see messages of people they are kept apart from by a block, such as of the other one of two. */
  seesKeptApart?: boolean
}

interface Question {
  channelId: string
  now: Date
}

/** What the user of channels of one kind knows about them: channels themselves know no posts, rooms or conversations. */
export interface ChannelGate {
  kind: ChannelKind
  /**
   * For channels that are opened by their first message: whose page such a channel would be on. null: there is nothing
   * with this id.
   */
  findUnopened?: (db: Db, channelId: string) => Promise<{ creatorId: string } | null>
  /** Asked at every call, and every minute for open pages. */
  findStanding: (db: Db, question: Question & { viewerId: string | null }) => Promise<Standing>
  /** Which of these people may read there: those who may be mentioned. */
  listReaders: (db: Db, question: Question & { userIds: readonly string[] }) => Promise<string[]>
  /** People there whose name begins like this, besides those who wrote lately; some may not read there any more. */
  findNamed?: (
    db: Db,
    asked: { channelId: string; viewerId: string; q: string; limit: number },
  ) => Promise<string[]>
  /** Whether who is there is told that somebody types. */
  tellsTyping?: boolean
  /** Whether messages answer others by showing them above, in place of threads. */
  takesQuotes?: boolean
  /** A message was written; part of the transaction that writes it, in which the channel is locked. */
  noteWritten?: (
    db: Db,
    written: { channelId: string; seq: number; authorId: string; now: Date },
  ) => Promise<void>
  /** Somebody has read up to a message. */
  noteRead?: (db: Db, read: { channelId: string; userId: string; seq: number; now: Date }) => Promise<void>
}

/** Of the running app; each user of channels registers its own in `mount` of its `domain.ts`. */
const gates = new Map<ChannelKind, ChannelGate>()

export function registerChannelGate(gate: ChannelGate): void {
  gates.set(gate.kind, gate)
}

export function gateOf(kind: ChannelKind): ChannelGate {
  const gate = gates.get(kind)
  if (!gate) throw new Error(`No domain registered a gate for channels of the kind ${kind}`)
  return gate
}

/** Those that may open channels by a first message. */
export function listOpeningGates(): ChannelGate[] {
  return [...gates.values()].filter(({ findUnopened }) => findUnopened !== undefined)
}
