import * as z from 'zod/mini'

import { creatorDetails, getCreators, getUsersCreatorPage, updateCreator } from '#contract/creators/calls.ts'
import { creatorMessages } from '#contract/creators/messages.ts'
import { creatorChanges } from '#contract/creators/rules.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { fieldErrors } from '#web/features/form/field-errors.ts'
import { useCallForm } from '#web/features/form/use-call-form.ts'
import { FormError, FormSuccess } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { TextField } from '#web/ui/text-field.tsx'

import { settingsTexts } from '../messages.ts'
import { usePassingMessage } from '../use-passing-message.ts'
import { PlatformPlanLine } from './platform-plan-line.tsx'

const texts = settingsTexts.page

const rules = z.object(creatorChanges)

const FIELDS = [
  { name: 'pageName', label: texts.name },
  { name: 'headline', label: texts.headline, hint: settingsTexts.optional },
  { name: 'bannerTitle', label: texts.bannerTitle, hint: settingsTexts.optional },
  { name: 'bannerSubTitle', label: texts.bannerSubtitle, hint: settingsTexts.optional },
] as const

/** The texts of the user's own page; its pictures are changed on the page itself, where they are visible. */
export function PageForm({ page }: { page: OutputOf<typeof getUsersCreatorPage> }) {
  const { pageHandle, pageName, headline, bannerTitle, bannerSubTitle, isAdultContent } = page
  const form = useCallForm(updateCreator, {
    initial: { pageHandle, pageName, headline, bannerTitle, bannerSubTitle, isAdultContent },
    check: (values) => fieldErrors(rules, values),
    input: (values) => values,
    refreshes: [creatorDetails, getUsersCreatorPage, getCreators],
  })
  const failure = usePassingMessage(form.problem)
  const success = usePassingMessage(form.isSaved ? creatorMessages.pageSaved : null)

  return (
    <form {...form.props} className="space-y-5">
      <TextField
        label={texts.address}
        value={pageHandle}
        dir="ltr"
        prefixText="@"
        readOnly
        help={texts.addressHelp}
        inputClassName="text-ink-soft"
      />
      <PlatformPlanLine planId={page.planId} />
      {FIELDS.map(({ name, ...rest }) => (
        <TextField key={name} {...form.field(name)} {...rest} />
      ))}
      <Checkbox {...form.box('isAdultContent')} label={texts.adultContent} />
      <FormError>{failure}</FormError>
      <FormSuccess>{success}</FormSuccess>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isLoading={form.isSaving}>
          {texts.save}
        </Button>
        <Button variant="quiet" to={`/${pageHandle}`}>
          {texts.changePictures}
        </Button>
      </div>
    </form>
  )
}
