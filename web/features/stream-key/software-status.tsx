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
  if (server === null) return <Banner tone="warn">{texts.notTaken}</Banner>
  if (fault !== null) return <Fault fault={fault} />
  if (!isLive && incoming !== null) return <Incoming {...{ incoming, fault }} />
  if (incoming !== null) return <Advice incoming={incoming} isShort />
  return isLive ? (
    <Banner tone="warn" title={texts.lost}>
      {texts.lostHelp(LINE_LOST_MINUTES)}
    </Banner>
  ) : (
    <Banner tone="info" title={texts.nothing}>
      {texts.startsIt}
    </Banner>
  )
}
