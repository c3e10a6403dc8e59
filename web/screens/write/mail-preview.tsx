import { writeTexts } from './messages.ts'

const texts = writeTexts.publishing

/** The mail about a new post, as members will find it. */
export function MailPreview({ pageName }: { pageName: string }) {
  return (
    <figure className="mt-2 rounded-control border border-line bg-paper p-4">
      <figcaption className="text-xs font-semibold text-ink-faint">{texts.mailPreview}</figcaption>
      <p className="mt-2 font-semibold wrap-break-word">{texts.mailSubject(pageName)}</p>
      <p className="mt-1 text-sm text-ink-soft wrap-break-word">{texts.mailFrom(pageName)}</p>
      <p className="mt-2 text-sm font-medium text-brand">{texts.mailButton}</p>
    </figure>
  )
}
