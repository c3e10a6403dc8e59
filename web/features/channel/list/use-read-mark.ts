import { useEffect } from 'react'

import { markRead } from '#contract/channels/calls.ts'
import { call, CallError } from '#web/api/call.ts'

/** Notes how far a member has read a channel that is open before them: no mail tells them of it then. */
export function useReadMark(
  channelId: string,
  { isSignedIn, lastSeq, readSeq }: { isSignedIn: boolean; lastSeq: number; readSeq: number },
): void {
  useEffect(() => {
    if (!isSignedIn || lastSeq <= readSeq) return
    call(markRead, { channelId, seq: lastSeq }).catch((error: unknown) => {
      // The next visit notes it.
      if (!(error instanceof CallError)) throw error
    })
  }, [channelId, isSignedIn, lastSeq, readSeq])
}
