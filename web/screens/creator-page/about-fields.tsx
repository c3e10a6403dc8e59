import { ABOUT_MAX_LENGTH } from '#contract/creators/rules.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { TextArea } from '#web/ui/text-area.tsx'

import { editTexts } from './edit-messages.ts'

type Name = 'about' | 'links'

/** What the "About" part of the page shows, and whether the page tells its counts. */
export function AboutFields({
  texts,
  errors,
  showsCounts,
  onType,
  onShowCounts,
}: {
  texts: Record<Name, string>
  errors: Readonly<Record<string, string>>
  showsCounts: boolean
  onType: (name: Name, typed: string) => void
  onShowCounts: (shows: boolean) => void
}) {
  return (
    <>
      <TextArea
        label={editTexts.fields.about}
        name="about"
        rows={6}
        hint={editTexts.optional}
        help={editTexts.aboutHelp}
        value={texts.about}
        error={errors['about'] ?? null}
        characterLimit={ABOUT_MAX_LENGTH}
        onChange={(event) => onType('about', event.target.value)}
      />
      <TextArea
        label={editTexts.fields.links}
        name="links"
        rows={3}
        dir="ltr"
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        hint={editTexts.optional}
        help={editTexts.linksHelp}
        value={texts.links}
        error={errors['links'] ?? null}
        onChange={(event) => onType('links', event.target.value)}
      />
      <Checkbox
        label={editTexts.showsCounts}
        help={editTexts.showsCountsHelp}
        checked={showsCounts}
        onChange={(event) => onShowCounts(event.target.checked)}
      />
    </>
  )
}
