/* What the layout shows of the bell: one file, which loads after the page. */
export { RefundCount } from '#web/features/bell/refund-count.tsx'
export { TabBar } from '#web/features/bell/tab-bar.tsx'
export { TopBell } from '#web/features/bell/top-bell.tsx'
export { SupportNotice } from '#web/features/support-pass/support-notice.tsx'
export { FirstRows } from './first-rows.tsx'
