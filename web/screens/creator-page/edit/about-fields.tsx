import type { OutputOf } from '#contract/http/route.ts'
import type { getPageAbout } from '#contract/creators/calls.ts'
import { ABOUT_MAX_LENGTH } from '#contract/creators/rules.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextInPlace } from '#web/ui/text-in-place.tsx'

import { editTexts } from './messages.ts'
import { type PageDraft, typed } from './page-draft.ts'

/** What the "About" part of the page shows, and whether the page tells its counts. */
export function AboutFields({
  about,
  draft,
  onDraft,
}: {
  about: OutputOf<typeof getPageAbout>
  draft: PageDraft
  onDraft: (draft: PageDraft) => void
}) {
  const { texts, errors } = draft
  const aboutText = texts.about ?? about.about
  return (
    <div className="mt-4 flex max-w-reading flex-col gap-6">
      <TextInPlace
        label={editTexts.fields.about}
        name="about"
        hasLines
        placeholder={editTexts.aboutMissing}
        value={aboutText}
        help={
          aboutText.length > ABOUT_MAX_LENGTH * 0.8
            ? editTexts.length(aboutText.length, ABOUT_MAX_LENGTH)
            : undefined
        }
        error={errors['about']}
        onType={(text) => onDraft(typed(draft, 'about', text))}
        className="border-line-strong text-lg leading-relaxed hover:border-ink-faint"
      />
      <TextArea
        label={editTexts.fields.links}
        name="links"
        rows={3}
        dir="ltr"
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        help={editTexts.linksHelp}
        value={texts.links ?? about.links.join('\n')}
        error={errors['links'] ?? null}
        onChange={(event) => onDraft(typed(draft, 'links', event.target.value))}
      />
      <Checkbox
        label={editTexts.showsCounts}
        help={editTexts.showsCountsHelp}
        checked={draft.showsCounts ?? about.showsCounts ?? false}
        onChange={(event) => onDraft({ ...draft, showsCounts: event.target.checked })}
      />
    </div>
  )
}
