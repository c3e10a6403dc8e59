import type { OutputOf } from '#contract/http/route.ts'
import type { getStreamKey } from '#contract/live/calls.ts'
import type { StreamFault } from '#contract/live/stream-key-routes.ts'
import { formatNumber } from '#contract/numbers.ts'
import { Banner } from '#web/ui/banner.tsx'

import { Clips } from './clips.tsx'
import { streamKeyTexts as texts } from './messages.ts'

type Known = Pick<OutputOf<typeof getStreamKey>, 'incoming' | 'fault'>
type Coming = NonNullable<Known['incoming']>

const KEYFRAMES_APART_MAX_SECONDS = 4
const KILOBITS = { least: 500, most: 8000 }

/** What comes in from the software, and what could be better about it. */
export function Incoming({ incoming, fault }: Known) {
  if (fault !== null) return <Fault fault={fault} />
  if (incoming === null)
    return (
      <Banner tone="info" title={texts.nothing}>
        {texts.nothingHelp}
      </Banner>
    )
  const { isPreview, width, height, keyframeSeconds, hasSound, kilobits, clipUrl } = incoming
  const facts: [name: string, value: string][] = [
    [texts.picture, texts.size(width, height)],
    [texts.bitrate, texts.megabits(tenths(kilobits / 1000))],
    [texts.keyframes, keyframeSeconds === null ? texts.notKnown : texts.seconds(tenths(keyframeSeconds))],
    [texts.sound, hasSound ? texts.withSound : texts.withoutSound],
  ]
  return (
    <div className="flex flex-col gap-4">
      {isPreview ? (
        <Banner tone="info" title={texts.preview}>
          {texts.previewHelp}
        </Banner>
      ) : (
        <Banner tone="good" title={texts.shown} />
      )}
      {isPreview && <Clips url={clipUrl} />}
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="text-sm text-ink-soft">{name}</dt>
            <dd className="font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <Advice incoming={incoming} />
    </div>
  )
}

/** Why the software was cut off, and what to change. */
export function Fault({ fault }: { fault: StreamFault }) {
  return (
    <Banner tone="bad" title={texts.faults[fault].title}>
      {texts.faults[fault].body}
    </Banner>
  )
}

/** What could be better about what comes in. `isShort`: where there is little room, the first of it. */
export function Advice({ incoming, isShort = false }: { incoming: Coming; isShort?: boolean }) {
  const advice = adviceOn(incoming)
  if (advice.length === 0) return null
  const more = isShort ? advice.length - 1 : 0
  return (
    <Banner tone="warn" title={texts.advice.title}>
      <ul className="flex flex-col gap-2">
        {advice.slice(0, advice.length - more).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {more > 0 && <p className="mt-2">{texts.advice.more(more)}</p>}
    </Banner>
  )
}

function adviceOn({ keyframeSeconds, hasSound, kilobits }: Coming): string[] {
  const { advice } = texts
  // What viewers miss most comes first.
  return [
    ...(hasSound ? [] : [advice.silent]),
    ...(kilobits > KILOBITS.most ? [advice.fast] : []),
    ...(kilobits < KILOBITS.least ? [advice.slow] : []),
    ...(keyframeSeconds !== null && keyframeSeconds > KEYFRAMES_APART_MAX_SECONDS
      ? [advice.keyframes(tenths(keyframeSeconds))]
      : []),
  ]
}

function tenths(value: number): string {
  return formatNumber(Math.round(value * 10) / 10)
}
