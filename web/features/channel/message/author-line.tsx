import type { Author, Message } from '#contract/channels/message.ts'
import { channelMessages } from '#contract/channels/messages.ts'
import { planToneAt } from '#web/features/plan-badge/plan-badge.tsx'
import { When } from '#web/features/time/when.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Link } from '#web/ui/link.tsx'

import { channelTexts as texts } from '../messages.ts'

/** Who wrote a message, with their badges, and when. `link`: its own address. */
export function AuthorLine({ message, link }: { message: Message; link: string | null }) {
  const { author, writtenAt, editedAt } = message
  const time = <When moment={writtenAt} />
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 leading-snug">
      <span dir="auto" className="max-w-full truncate font-semibold text-ink">
        {author?.name ?? channelMessages.formerMember}
      </span>
      {author && <AuthorBadges author={author} />}
      <span className="text-sm whitespace-nowrap text-ink-faint">
        {link === null ? (
          time
        ) : (
          <Link to={link} title={texts.linkToMessage} className="hover:underline">
            {time}
          </Link>
        )}
        {editedAt !== null && <> · {texts.edited}</>}
      </span>
    </div>
  )
}

/** `isBrief`: on phones without the months, so that name, badge and time share a line. */
export function AuthorBadges({ author, isBrief = false }: { author: Author; isBrief?: boolean }) {
  if (author.isCreator) return <Badge tone="brand">{texts.creator}</Badge>
  const { plan } = author
  return (
    <>
      {author.isModerator && <Badge tone="info">{texts.moderator}</Badge>}
      {plan && (
        <Badge tone={planToneAt(plan)}>
          <span className={isBrief ? 'max-sm:hidden' : undefined}>{texts.plan(plan.name, plan.months)}</span>
          {isBrief && <span className="sm:hidden">{plan.name}</span>}
        </Badge>
      )}
    </>
  )
}
