import { useState } from 'react'

import { withoutIds } from '#contract/channels/body.ts'
import type { listPageReports } from '#contract/enforcement/calls.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { commentAddress } from '#contract/posts/comment-address.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Link } from '#web/ui/link.tsx'

import { moderationScreenTexts } from './messages.ts'

const texts = moderationScreenTexts.reports

interface ReportedLinesProps {
  pageHandle: string
  reported: OutputOf<typeof listPageReports>[number]
}

/** A reported message as it read then; on request, with what stood around it. */
export function ReportedLines({ pageHandle, reported }: ReportedLinesProps) {
  const [isWhole, setIsWhole] = useState(false)
  const { lines, channelKind, channelId, seq } = reported
  const shown = isWhole ? lines : lines.filter(({ isReported }) => isReported)
  const place =
    channelKind === 'live'
      ? `/${pageHandle}/live/${channelId}`
      : channelKind === 'room'
        ? `/${pageHandle}/community/${channelId}`
        : commentAddress(`/${pageHandle}/posts/${channelId}`, seq)
  return (
    <>
      <ul className="mt-1 space-y-1">
        {shown.map(({ author, body, writtenAt, isReported }) => (
          <li
            key={`${writtenAt} ${body}`}
            className={classNames(
              'text-base wrap-break-word whitespace-pre-wrap',
              isReported ? 'text-ink' : 'text-ink-faint',
              isReported && isWhole && '-mx-2 rounded-control bg-champagne/60 px-2 py-1',
            )}
          >
            {isWhole && <bdi className="me-2 font-medium">{author}</bdi>}
            <span dir="auto">{body === '' ? texts.gone : withoutIds(body)}</span>
          </li>
        ))}
      </ul>
      <div className="-ms-3 mt-1 flex flex-wrap items-center gap-x-2">
        {lines.length > 1 && (
          <Button size="small" variant="quiet" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? texts.less : texts.around}
          </Button>
        )}
        <Link
          to={place}
          className="ms-3 rounded-small text-sm text-ink-soft underline underline-offset-3 hover:text-ink"
        >
          {texts.where}
        </Link>
      </div>
    </>
  )
}
