import {
  CalendarClock,
  ChevronRight,
  CircleCheck,
  type LucideIcon,
  MessageCircle,
  PencilLine,
  ShieldCheck,
  Undo2,
  WalletCards,
} from 'lucide-react'
import type { ReactNode } from 'react'

import { studioLivePath } from '#contract/live/live-address.ts'
import { formatShortStart } from '#contract/live/when.ts'
import { UNANSWERED_MAX } from '#contract/posts/limits.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Link } from '#web/ui/link.tsx'

import { studioTexts } from './messages.ts'
import { Part } from './part.tsx'
import type { Studio } from './use-studio.ts'

const texts = studioTexts.waits
/** Comments that can be read here; the others are behind their posts. */
const COMMENTS_SHOWN = 3

interface Wait {
  to: string
  Icon: LucideIcon
  label: ReactNode
  help?: ReactNode
}

/** What waits for a creator, the most urgent first. */
export function Waits({ studio: { comments, members, drafts, live, badges } }: { studio: Studio }) {
  if (!comments.data || !members.data || !drafts.data || !live.data || !badges.data) {
    const failed = [comments, members, drafts, live, badges].find(({ data }) => !data)
    return (
      <Part title={texts.title}>
        <ErrorState
          title={texts.failed}
          onRetry={() => void failed?.refetch()}
          isRetrying={failed?.isFetching ?? false}
        >
          {failed?.error?.message}
        </ErrorState>
      </Part>
    )
  }

  const { refundRequests, heldMessages, openReports } = badges.data
  const [session] = live.data.sessions
  const draftCount = drafts.data.counts.draft
  const held = heldMessages + openReports
  const rows: (Wait | false | undefined)[] = [
    session && {
      to: studioLivePath(session._id),
      Icon: CalendarClock,
      label: session.state === 'live' ? texts.live.live : texts.live.next,
      help: (
        <>
          <bdi>{session.title}</bdi>
          {session.state !== 'live' && <> · {formatShortStart(session.startsAt)}</>}
        </>
      ),
    },
    refundRequests > 0 && { to: '/payout', Icon: Undo2, label: texts.refunds(refundRequests) },
    members.data.grace > 0 && {
      to: '/studio/members?state=grace',
      Icon: WalletCards,
      label: texts.cards(members.data.grace),
      help: texts.cardsHelp,
    },
    held > 0 && { to: '/studio/moderation', Icon: ShieldCheck, label: texts.held(held) },
    draftCount > 0 && {
      to: '/studio/posts?state=draft',
      Icon: PencilLine,
      label: texts.drafts(draftCount),
    },
  ]
  const shown = rows.filter((row) => row !== false && row !== undefined)
  return (
    <Part title={texts.title}>
      {shown.length === 0 && comments.data.length === 0 ? (
        <p className="flex items-center gap-2 text-ink-soft">
          <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-good" />
          {texts.none}
        </p>
      ) : (
        <ul className="divide-y divide-line border-y border-line">
          {shown.map((row) => (
            <li key={row.to}>
              <Row {...row} />
            </li>
          ))}
          {comments.data.length > 0 && (
            <li className="py-3">
              <p className="flex items-center gap-3 font-medium">
                <MessageCircle aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
                {texts.comments(comments.data.length, comments.data.length < UNANSWERED_MAX)}
              </p>
              <ul className="mt-1 ms-8">
                {comments.data.slice(0, COMMENTS_SHOWN).map(({ _id, path, author, body, postTitle }) => (
                  <li key={_id}>
                    <Link to={path} className="block rounded-small py-1.5 text-sm hover:underline">
                      <span dir="auto" className="line-clamp-2 wrap-anywhere">
                        {texts.comment(author.name, body)}
                      </span>
                      {postTitle !== null && (
                        <span dir="auto" className="block truncate text-ink-faint">
                          {postTitle}
                        </span>
                      )}
                    </Link>
                  </li>
                ))}
              </ul>
            </li>
          )}
        </ul>
      )}
    </Part>
  )
}

function Row({ to, Icon, label, help }: Wait) {
  return (
    <Link to={to} className="flex min-h-13 items-center gap-3 rounded-small py-2.5 hover:bg-wash">
      <Icon aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{label}</span>
        {help && <span className="block truncate text-sm text-ink-soft">{help}</span>}
      </span>
      <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-ink-faint rtl:-scale-x-100" />
    </Link>
  )
}
