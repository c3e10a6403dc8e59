import { setTimeout as sleep } from 'node:timers/promises'

import { openEventStream } from '#server/testing/event-stream.ts'

import type { Member } from '../traffic/cast.ts'

const AGAIN_AFTER_MS = 1000

/** Open pages that follow what concerns their member, and come back when a stream ends. */
export function openStreams(port: number, members: readonly Member[]) {
  const stopping = new AbortController()
  let heard = 0
  let refused = 0

  async function follow(member: Member): Promise<void> {
    while (!stopping.signal.aborted) {
      const stream = await openEventStream(`http://127.0.0.1:${port}`, member, '__Host-cheers', {
        topics: `user:${member.userId}`,
      }).catch(() => null)
      if (stream?.status !== 200) {
        refused += 1
        await sleep(AGAIN_AFTER_MS)
        continue
      }
      const end = () => void stream.close()
      stopping.signal.addEventListener('abort', end)
      while (await stream.next()) heard += 1
      stopping.signal.removeEventListener('abort', end)
      if (!stopping.signal.aborted) await sleep(AGAIN_AFTER_MS)
    }
  }

  const following = members.map(follow)
  return {
    heard: () => heard,
    refused: () => refused,
    async stop() {
      stopping.abort()
      await Promise.all(following)
    },
  }
}
