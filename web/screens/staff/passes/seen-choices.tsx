import { seenChoices } from '#contract/console/calls.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { useQuery } from '#web/api/queries.ts'
import { choiceTexts } from '#web/features/notification-choices/messages.ts'

import { Fact, Facts } from '../parts/facts.tsx'
import { passTexts as texts } from './messages.ts'
import { Seen } from './seen.tsx'

type Choice = OutputOf<typeof seenChoices>['topics'][number]

/** What reaches them where. */
export function SeenChoices({ passId }: { passId: string }) {
  return (
    <Seen found={useQuery(seenChoices, { passId })}>
      {({ topics, digest }) => (
        <Facts>
          {topics.map((choice) => (
            <Fact key={choice.topic} label={choiceTexts.topics[choice.topic].label}>
              {saying(choice)}
            </Fact>
          ))}
          <Fact label={choiceTexts.digest.title}>
            {digest.isWanted ? texts.digest(digest.timeZone) : texts.noDigest}
          </Fact>
        </Facts>
      )}
    </Seen>
  )
}

function saying({ bell, push, mail }: Choice): string {
  const ways = [
    ...(bell ? [texts.bell] : []),
    ...(push ? [texts.push] : []),
    ...(mail === 'off' ? [] : [texts.emails[mail]]),
  ]
  return ways.length === 0 ? texts.nowhere : texts.list(ways)
}
