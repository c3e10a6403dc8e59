import { lazyPart } from '#web/features/shell/lazy-screen.tsx'

/** Few people report anything, so it comes once they ask for it. */
export const ReportDialog = lazyPart(async () => (await import('./report-dialog.tsx')).ReportDialog)
