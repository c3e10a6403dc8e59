import type { FormEvent } from 'react'
import * as z from 'zod/mini'

import { creatorMessages } from '#contract/creators/messages.ts'
import { creatorDetails, getCreators, getUsersCreatorPage, updateCreator } from '#contract/creators/calls.ts'
import { creatorChanges } from '#contract/creators/rules.ts'
import { accountMessages } from '#contract/accounts/messages.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { useMutation } from '#web/api/queries.ts'
import { fieldErrors } from '#web/features/form/field-errors.ts'
import { textOf, useFormErrors } from '#web/features/form/use-form-errors.ts'
import { FormError, FormSuccess } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { TextField } from '#web/ui/text-field.tsx'

import { settingsTexts } from './messages.ts'
import { PlatformPlanLine } from './platform-plan-line.tsx'
import { usePassingMessage } from './use-passing-message.ts'

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
  const { formRef, errors, show, showRefusal, forget } = useFormErrors()
  const failure = usePassingMessage()
  const success = usePassingMessage()
  const save = useMutation(updateCreator, { refreshes: [creatorDetails, getUsersCreatorPage, getCreators] })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (save.isPending) return
    const form = new FormData(event.currentTarget)
    const input = {
      pageHandle: page.pageHandle,
      pageName: textOf(form, 'pageName'),
      headline: textOf(form, 'headline'),
      bannerTitle: textOf(form, 'bannerTitle'),
      bannerSubTitle: textOf(form, 'bannerSubTitle'),
      isAdultContent: form.has('isAdultContent'),
    }
    const wrong = fieldErrors(rules, input)
    show(wrong)
    failure.show(null)
    success.show(null)
    if (Object.keys(wrong).length > 0) return
    save.mutate(
      { input },
      {
        onSuccess: () => success.show(creatorMessages.pageSaved),
        onError: (refusal) => {
          if (!showRefusal(refusal)) failure.show(refusal.message || accountMessages.somethingWentWrong)
        },
      },
    )
  }

  function touch(field: string) {
    forget(field)
    success.show(null)
  }

  return (
    <form ref={formRef} noValidate onSubmit={submit} className="space-y-5">
      <TextField
        label={texts.address}
        value={page.pageHandle}
        dir="ltr"
        prefixText="@"
        readOnly
        help={texts.addressHelp}
        inputClassName="text-ink-soft"
      />
      <PlatformPlanLine planId={page.planId} />
      {FIELDS.map(({ name, label, ...rest }) => (
        <TextField
          key={name}
          name={name}
          label={label}
          {...rest}
          defaultValue={page[name]}
          error={errors[name] ?? null}
          onChange={() => touch(name)}
        />
      ))}
      <Checkbox
        name="isAdultContent"
        label={texts.adultContent}
        defaultChecked={page.isAdultContent}
        onChange={() => touch('isAdultContent')}
      />
      <FormError>{failure.message}</FormError>
      <FormSuccess>{success.message}</FormSuccess>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isLoading={save.isPending}>
          {texts.save}
        </Button>
        <Button variant="quiet" to={`/${page.pageHandle}`}>
          {texts.changePictures}
        </Button>
      </div>
    </form>
  )
}
