/* What the layout shows only to members: one file, which loads after the page. */
export { TabBar } from '#web/features/bell/tab-bar.tsx'
export { TopBell } from '#web/features/bell/top-bell.tsx'
export { SupportNotice } from '#web/features/support-pass/support-notice.tsx'
export { BellRow, ModeratorRow, PlaceCount } from './late-rows.tsx'
