import {
  AtSign,
  Banknote,
  CalendarClock,
  CalendarX2,
  ChartBarBig,
  Check,
  Eye,
  EyeOff,
  Flag,
  Heart,
  Hourglass,
  type LucideIcon,
  Megaphone,
  MessageCircle,
  NotebookPen,
  Reply,
  Scale,
  Undo2,
  UserX,
  UserPlus,
  Users,
  WalletCards,
} from 'lucide-react'

import { getBadges, listNotifications, readNotifications } from '#contract/notifications/calls.ts'
import type { Notice } from '#contract/notifications/bell-routes.ts'
import type { NoticeKind } from '#contract/notifications/kinds.ts'
import { noticeTexts } from '#contract/notifications/notice-messages.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { When } from '#web/features/time/when.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Link } from '#web/ui/link.tsx'

import { bellTexts as texts } from './messages.ts'

const ICONS: Record<NoticeKind, LucideIcon> = {
  new_post: NotebookPen,
  post_opened: NotebookPen,
  replied: Reply,
  mentioned: AtSign,
  messaged: MessageCircle,
  message_requested: MessageCircle,
  announced: Megaphone,
  message_held: Hourglass,
  message_hidden: EyeOff,
  message_removed: EyeOff,
  message_restored: Eye,
  message_approved: Check,
  commented: MessageCircle,
  approval_waits: Hourglass,
  report_waits: Flag,
  report_answered: Flag,
  case_decided: Scale,
  appeal_ended: Scale,
  renewal_ahead: CalendarClock,
  renewal_failed: WalletCards,
  renewal_last_try: WalletCards,
  membership_paused: WalletCards,
  membership_ending: CalendarClock,
  card_expiring: WalletCards,
  price_raised: WalletCards,
  price_lowered: WalletCards,
  member_joined: UserPlus,
  member_left: UserX,
  follower: Users,
  post_liked: Heart,
  poll_closed: ChartBarBig,
  vote_ended: ChartBarBig,
  live_scheduled: CalendarClock,
  live_moved: CalendarClock,
  live_soon: CalendarClock,
  live_started: CalendarClock,
  live_called_off: CalendarX2,
  question_answered: Reply,
  refund_requested: Undo2,
  payout_paid: Banknote,
  payout_failed: Banknote,
  payout_reversed: Banknote,
}

/** One notification: who, what, when. Following it marks it as read. */
export function NoticeRow({ notice, onFollow }: { notice: Notice; onFollow?: (() => void) | undefined }) {
  const read = useMutation(readNotifications, { refreshes: [getBadges, listNotifications] })
  const { kind, count, actors, page, room, amount, title, reason, isRead } = notice
  const [actor] = actors
  const Icon = ICONS[kind]
  const sentence = noticeTexts.sentences[kind]({
    who: actor?.name ?? noticeTexts.someone,
    count,
    page: page?.pageName ?? '',
    room: room ?? '',
    amount: amount ?? '',
  })
  // A row about people shows one of them; any other the page it is about.
  const face = actor ?? (page && { name: page.pageName, profileImage: page.profileImage })

  function follow() {
    if (!isRead) read.mutate({ input: { ids: [notice.id] } })
    onFollow?.()
  }

  return (
    <Link
      to={notice.path}
      onClick={follow}
      className="flex items-start gap-3.5 rounded-control px-3 py-3 transition-colors duration-120 hover:bg-wash"
    >
      <span className="relative shrink-0">
        {face ? (
          <Avatar
            name={face.name}
            {...(actor === undefined && page && { handle: page.pageHandle })}
            src={face.profileImage}
            size={48}
            className="size-10! text-base!"
          />
        ) : (
          <span className="block size-10 rounded-full bg-wash" />
        )}
        <span className="absolute -end-1.5 -bottom-1.5 grid size-5.5 place-items-center rounded-full border-2 border-paper bg-brand-soft text-brand">
          <Icon aria-hidden="true" className="size-3" />
        </span>
      </span>
      <span className="min-w-0 flex-1">
        <span
          className={`block text-base leading-snug wrap-anywhere ${isRead ? 'text-ink-soft' : 'font-semibold text-ink'}`}
        >
          {sentence}
        </span>
        {reason !== null && (
          <span dir="auto" className="mt-0.5 line-clamp-2 text-sm text-ink-soft">
            {texts.reason(reason)}
          </span>
        )}
        {title !== null && <span className="mt-0.5 block truncate text-sm text-ink-soft">{title}</span>}
        <When moment={notice.at} className="mt-0.5 block text-sm text-ink-faint" />
      </span>
      {!isRead && (
        <span className="mt-2 size-2.5 shrink-0 rounded-full bg-brand">
          <span className="sr-only">{texts.isNew}</span>
        </span>
      )}
    </Link>
  )
}
