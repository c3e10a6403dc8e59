import { type FormEvent, useState } from 'react'

import { accountMessages } from '#contract/accounts/messages.ts'
import { getLoggedInUser, updateUser } from '#contract/accounts/calls.ts'
import { profileChanges } from '#contract/accounts/rules.ts'
import { cropAsText } from '#contract/media/crop.ts'
import { PROFILE_IMAGE_SIZE } from '#contract/media/picture-sizes.ts'
import { useMutation } from '#web/api/queries.ts'
import { fieldErrors } from '#web/features/form/field-errors.ts'
import { type FieldErrors, textOf, useFormErrors } from '#web/features/form/use-form-errors.ts'
import { ImagePicker } from '#web/features/image-picker/image-picker.tsx'
import { usePickedImage } from '#web/features/image-picker/use-picked-image.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { FormError, FormSuccess } from '#web/ui/banner.tsx'
import { RichText } from '#web/features/rich-text/rich-text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextField } from '#web/ui/text-field.tsx'

import { countryOptions } from './countries.ts'
import { settingsTexts } from './messages.ts'
import { pathOfSection } from './sections.ts'
import { usePassingMessage } from './use-passing-message.ts'
import type { User } from './user.ts'

const texts = settingsTexts.profile

export function ProfileForm({ user }: { user: User }) {
  const { formRef, errors, show, showRefusal, forget } = useFormErrors()
  const image = usePickedImage()
  const [isRemoved, setIsRemoved] = useState(false)
  const [imageError, setImageError] = useState<string | null>(null)
  const failure = usePassingMessage()
  const success = usePassingMessage()
  const save = useMutation(updateUser, { refreshes: [getLoggedInUser] })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (save.isPending) return
    const form = new FormData(event.currentTarget)
    const input = {
      displayName: textOf(form, 'displayName'),
      username: textOf(form, 'username'),
      country: textOf(form, 'country'),
      ...(image.picked && { profileImageCrop: cropAsText(image.picked.crop) }),
      ...(isRemoved && { removeProfileImage: true }),
    }
    const wrong = fieldErrors(profileChanges, input)
    const isIncomplete = Object.values(wrong).includes(accountMessages.allFieldsRequired)
    // Shown once, beside the button; the fields it is about are marked.
    show(withoutText(wrong, accountMessages.allFieldsRequired))
    failure.show(isIncomplete ? accountMessages.allFieldsRequired : null)
    success.show(null)
    if (Object.keys(wrong).length > 0) return
    const files = image.picked ? { profileImage: image.picked.file } : undefined
    save.mutate(files ? { input, files } : { input }, {
      onSuccess: () => {
        image.pick(null)
        setIsRemoved(false)
        success.show(accountMessages.profileUpdated)
      },
      onError: (refusal) => {
        if (!showRefusal(refusal)) failure.show(refusal.message || accountMessages.somethingWentWrong)
      },
    })
  }

  function touch(field: string) {
    forget(field)
    success.show(null)
  }

  return (
    <form ref={formRef} noValidate onSubmit={submit} className="space-y-5">
      <ImagePicker
        label={texts.image}
        advice={texts.imageAdvice}
        picked={image.picked}
        shape={PROFILE_IMAGE_SIZE}
        isRound
        tint={user.name}
        isRemovable={user.profileImage !== null}
        isRemoved={isRemoved}
        onRemove={setIsRemoved}
        error={imageError}
        onPick={(picked, error) => {
          image.pick(picked)
          setImageError(error)
        }}
        preview={
          <Avatar
            name={user.name}
            src={image.picked?.url ?? (isRemoved ? null : user.profileImage)}
            size={96}
          />
        }
      />
      <TextField
        name="displayName"
        label={texts.displayName}
        autoComplete="name"
        defaultValue={user.displayName}
        error={errors['displayName'] ?? null}
        onChange={() => touch('displayName')}
      />
      <TextField
        name="username"
        label={texts.username}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={user.username}
        error={errors['username'] ?? null}
        onChange={() => touch('username')}
      />
      <TextField
        label={texts.email}
        type="email"
        value={user.email}
        readOnly
        help={
          <RichText
            text={texts.emailHelp}
            slots={{
              security: <Link to={pathOfSection('security')} className="font-medium text-brand underline" />,
            }}
          />
        }
        inputClassName="text-ink-soft"
      />
      <Select
        name="country"
        label={texts.country}
        hint={settingsTexts.optional}
        placeholder={texts.chooseCountry}
        autoComplete="country"
        defaultValue={user.country ?? ''}
        options={countryOptions(user.country)}
        error={errors['country'] ?? null}
        onChange={() => touch('country')}
      />
      {/* Beside the button: on a phone the top of the form is out of sight when it's pressed. */}
      <FormError>{failure.message}</FormError>
      <FormSuccess>{success.message}</FormSuccess>
      <Button type="submit" variant="primary" isLoading={save.isPending}>
        {texts.save}
      </Button>
    </form>
  )
}

/** Errors whose message is shown elsewhere: the fields are only marked. */
function withoutText(errors: FieldErrors, sentence: string): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).map(([field, text]) => [field, text === sentence ? '' : text]),
  )
}
