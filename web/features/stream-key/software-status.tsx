import { LINE_LOST_MINUTES } from '#contract/live/broadcast-rules.ts'
import { getStreamKey } from '#contract/live/calls.ts'
import { useQuery } from '#web/api/use-query.ts'
import { Banner } from '#web/ui/banner.tsx'

import { Advice, Fault, Incoming } from './incoming.tsx'
import { streamKeyTexts as texts } from './messages.ts'

const REFRESHED_EVERY_MS = 3000

/** Beside a session that software sends: what comes in until it is live; then only what could be better. */
export function SoftwareStatus({ isLive }: { isLive: boolean }) {
  const known = useQuery(getStreamKey, {}, { refetchEveryMs: REFRESHED_EVERY_MS }).data
  if (!known) return null
  const { server, incoming, fault } = known
  return (
    <div className="max-h-[58dvh] shrink-0 overflow-y-auto border-b border-line px-4 py-3 empty:hidden sm:px-6">
      {server === null ? (
        <Banner tone="warn">{texts.notTaken}</Banner>
      ) : fault !== null ? (
        <Fault fault={fault} />
      ) : isLive && incoming === null ? (
        <Banner tone="warn" title={texts.lost}>
          {texts.lostHelp(LINE_LOST_MINUTES)}
        </Banner>
      ) : isLive ? (
        incoming && <Advice incoming={incoming} isShort />
      ) : incoming === null ? (
        <Banner tone="info" title={texts.nothing}>
          {texts.startsIt}
        </Banner>
      ) : (
        <Incoming {...{ incoming, fault }} />
      )}
    </div>
  )
}
