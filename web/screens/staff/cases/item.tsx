import { withoutIds } from '#contract/channels/body.ts'
import { formatMoment } from '#contract/dates.ts'
import { enforcementMessages } from '#contract/enforcement/messages.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Link } from '#web/ui/link.tsx'

import type { OneCase } from './decide-form.tsx'
import { staffCaseTexts as texts } from './messages.ts'

const link = 'rounded-small text-brand underline underline-offset-3'

/** What was reported as it read then, among what stood around it, and who said what about it. */
export function Item({ row }: { row: OneCase }) {
  const { lines, reports, path, concerned } = row
  return (
    <div className="min-w-0">
      <h2 className="font-display text-xl">{texts.item}</h2>
      {lines.length === 0 ? (
        <p className="mt-3 text-base text-ink-soft">{texts.itemGone}</p>
      ) : (
        <ol className="mt-3 space-y-2">
          {lines.map(({ author, body, writtenAt, isReported }, index) => (
            <li
              // oxlint-disable-next-line react/no-array-index-key -- lines are kept by their place and never move
              key={index}
              className={classNames(
                'rounded-card border px-4 py-3',
                isReported ? 'border-champagne-line bg-champagne' : 'border-line',
              )}
            >
              <p className="text-sm text-ink-soft">{texts.lineMeta(author, formatMoment(writtenAt))}</p>
              <p dir="auto" className="mt-1 text-base wrap-anywhere whitespace-pre-wrap">
                {body === '' ? texts.bodyGone : withoutIds(body)}
              </p>
            </li>
          ))}
        </ol>
      )}
      <p className="mt-4 flex flex-wrap gap-x-6 gap-y-2 text-sm">
        {path !== null && (
          <Link to={path} className={link}>
            {texts.see}
          </Link>
        )}
        <Link to={`/staff/people/${concerned._id}`} className={link}>
          {texts.person}
        </Link>
      </p>
      {reports.length > 0 && (
        <>
          <h2 className="mt-10 font-display text-xl">{texts.reported}</h2>
          <ul className="mt-3 divide-y divide-line rounded-card border border-line bg-paper-raised">
            {reports.map(({ reason, text, reportedAt }) => (
              <li key={reportedAt} className="px-4 py-3">
                <p className="text-sm text-ink-soft">
                  {texts.reportMeta(enforcementMessages.reasons[reason], formatMoment(reportedAt))}
                </p>
                {text !== '' && (
                  <p dir="auto" className="mt-1 text-base wrap-anywhere whitespace-pre-wrap">
                    {text}
                  </p>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
