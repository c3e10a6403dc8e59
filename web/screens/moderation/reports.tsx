import { enforcementMessages } from '#contract/enforcement/messages.ts'
import type { listPageReports } from '#contract/enforcement/calls.ts'
import type { OutputOf } from '#contract/http/route.ts'

import { moderationScreenTexts } from './messages.ts'

const texts = moderationScreenTexts.reports

/** What was said about a message, without who said it. */
export function Reports({
  reported: { reports, reportCount },
}: {
  reported: OutputOf<typeof listPageReports>[number]
}) {
  return (
    <div className="mt-3 border-s-2 border-line ps-3">
      <p className="text-sm font-medium text-ink-soft">{texts.count(reportCount)}</p>
      <ul className="mt-1 space-y-1">
        {reports.map(({ reason, text, reportedAt }) => (
          <li key={`${reportedAt} ${reason} ${text}`} className="text-sm wrap-break-word text-ink-soft">
            {enforcementMessages.reasons[reason]}
            {text !== '' && (
              <>
                {': '}
                <q dir="auto" className="text-ink">
                  {text}
                </q>
              </>
            )}
          </li>
        ))}
      </ul>
      {reportCount > reports.length && (
        <p className="mt-1 text-sm text-ink-faint">{texts.more(reportCount - reports.length)}</p>
      )}
    </div>
  )
}
