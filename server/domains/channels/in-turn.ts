import { createLine, type Line } from '#server/platform/line.ts'

/*
 * A channel's messages are numbered one after another, under the lock of its row. Whoever waited for that lock in a transaction
 * would keep a connection meanwhile, and ten people in one busy room all that a node has. So they wait here, before theirs begins.
 */
const LIMITS = {
  /** One message is checked while another is stored. */
  atOnce: 2,
  /** A few seconds' worth: a room takes more than a hundred messages a second. */
  waitingMax: 500,
  waitingPerCaller: 20,
  retryAfterSeconds: 1,
}

/** By channel, while somebody writes there. */
const rooms = new Map<string, { line: Line; writers: number }>()

/** Writes into a channel when it is one's turn on this node. Throws `busy` when too many wait. */
export async function inTurn<T>(channelId: string, write: () => Promise<T>): Promise<T> {
  const room = rooms.get(channelId) ?? { line: createLine(LIMITS), writers: 0 }
  rooms.set(channelId, room)
  room.writers += 1
  try {
    return await room.line.run(write)
  } finally {
    room.writers -= 1
    if (room.writers === 0) rooms.delete(channelId)
  }
}
