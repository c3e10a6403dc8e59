import type { Room } from '#contract/rooms/room.ts'
import { AcceptRules } from '#web/features/community-rules/accept-rules.tsx'
import { communityRulesTexts } from '#web/features/community-rules/messages.ts'

import { BackToRooms } from './back-to-rooms.tsx'
import type { Creator } from './community-address.ts'
import { communityTexts } from './messages.ts'

/** What somebody accepts, once, before they enter the first room. */
export function RulesDoor({ creator, room, rules }: { creator: Creator; room: Room; rules: string }) {
  const { pageName, pageHandle } = creator
  return (
    <div className="flex flex-1 flex-col overflow-y-auto">
      <BackToRooms pageHandle={pageHandle} />
      <div className="mx-auto w-full max-w-form px-4 pt-4 pb-8 sm:px-6 lg:py-16">
        <p dir="auto" className="text-sm text-ink-faint">
          {room.name}
        </p>
        <h2 dir="auto" className="mt-1 mb-5 font-display text-2xl text-balance wrap-break-word">
          {communityRulesTexts.title(pageName)}
        </h2>
        <AcceptRules {...{ pageHandle, rules }} label={communityTexts.rules.accept} />
      </div>
    </div>
  )
}
