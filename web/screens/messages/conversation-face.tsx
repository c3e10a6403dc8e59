import type { ConversationSummary } from '#contract/conversations/conversation.ts'
import { Avatar } from '#web/ui/avatar.tsx'

import { nameOf } from './address.ts'

type Person = Pick<ConversationSummary['people'][number], '_id' | 'name' | 'profileImage' | 'pageHandle'>

/** The picture of a conversation: the other one's, or two of a group's people, one over the other. */
export function ConversationFace({
  kind,
  people,
}: {
  kind: ConversationSummary['kind']
  people: readonly Person[]
}) {
  const [first, second] = people
  if (kind === 'pair' || !first || !second)
    return <Face person={first ?? null} className="size-10! text-base!" />
  return (
    <span className="relative block size-10 shrink-0">
      <span className="absolute start-0 top-0">
        <Face person={first} className="size-7! text-xs!" />
      </span>
      <span className="absolute end-0 bottom-0 rounded-full ring-2 ring-paper">
        <Face person={second} className="size-7! text-xs!" />
      </span>
    </span>
  )
}

function Face({ person, className }: { person: Person | null; className: string }) {
  const name = nameOf(person ?? { name: null })
  const handle = person?.pageHandle ?? null
  return (
    <Avatar
      name={name}
      {...(handle !== null && { handle })}
      src={person?.profileImage ?? null}
      size={48}
      className={`shrink-0 ${className}`}
    />
  )
}
