import {
  Bell,
  Bookmark,
  ChartColumn,
  Compass,
  Heart,
  House,
  type LucideIcon,
  MessageCircle,
  MessagesSquare,
  NotebookPen,
  Radio,
  ShieldCheck,
  Users,
  Wallet,
} from 'lucide-react'

import { placeTexts as texts } from './place-messages.ts'

export interface Place {
  to: string
  label: string
  Icon: LucideIcon
}

export const MODERATION: Place = { to: '/studio/moderation', label: texts.moderation, Icon: ShieldCheck }
export const NOTIFICATIONS: Place = { to: '/notifications', label: texts.notifications, Icon: Bell }

/** Where members read, in the order of the sidebar. */
export const READING: readonly Place[] = [
  { to: '/explore', label: texts.explore, Icon: Compass },
  { to: '/messages', label: texts.messages, Icon: MessageCircle },
  NOTIFICATIONS,
  { to: '/library', label: texts.library, Icon: Bookmark },
  { to: '/subscriptions', label: texts.subscriptions, Icon: Heart },
]

/** Where a creator works. */
export function studioOf(pageHandle: string): readonly Place[] {
  return [
    { to: '/studio', label: texts.studio, Icon: House },
    { to: '/studio/posts', label: texts.posts, Icon: NotebookPen },
    { to: '/studio/members', label: texts.members, Icon: Users },
    { to: `/${pageHandle}/community`, label: texts.community, Icon: MessagesSquare },
    { to: '/studio/live', label: texts.live, Icon: Radio },
    { to: '/studio/insights', label: texts.insights, Icon: ChartColumn },
    { to: '/payout', label: texts.payouts, Icon: Wallet },
    MODERATION,
  ]
}
