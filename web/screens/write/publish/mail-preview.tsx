import { writeTexts } from '../messages.ts'

const texts = writeTexts.publishing

/** The mail about a new post, as members will find it. */
export function MailPreview({ pageName, title }: { pageName: string; title: string }) {
  return (
    <figure className="mt-2 rounded-control border border-line bg-paper p-4">
      <figcaption className="text-xs font-semibold text-ink-faint">{texts.mailPreview}</figcaption>
      <p className="mt-2 font-semibold wrap-break-word">
        {title === '' ? texts.mailSubject(pageName) : texts.mailSubjectTitled(pageName, title)}
      </p>
      <p className="mt-1 text-sm text-ink-soft wrap-break-word">
        {title === '' ? texts.mailFrom(pageName) : texts.mailFromTitled(pageName, title)}
      </p>
      <p className="mt-2 text-sm font-medium text-brand">{texts.mailButton}</p>
    </figure>
  )
}
