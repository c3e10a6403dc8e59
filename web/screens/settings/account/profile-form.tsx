import { useState } from 'react'

import { getLoggedInUser, updateUser } from '#contract/accounts/calls.ts'
import { accountMessages } from '#contract/accounts/messages.ts'
import { profileChanges } from '#contract/accounts/rules.ts'
import { cropAsText } from '#contract/media/crop.ts'
import { PROFILE_IMAGE_SIZE } from '#contract/media/picture-sizes.ts'
import type { FieldErrors } from '#web/features/form/create-form.ts'
import { fieldErrors } from '#web/features/form/field-errors.ts'
import { useCallForm } from '#web/features/form/use-call-form.ts'
import { ImagePicker } from '#web/features/image-picker/image-picker.tsx'
import { usePickedImage } from '#web/features/image-picker/use-picked-image.ts'
import { RichText } from '#web/features/rich-text/rich-text.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { FormError, FormSuccess } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextField } from '#web/ui/text-field.tsx'

import { settingsTexts } from '../messages.ts'
import { pathOfSection } from '../sections.ts'
import { usePassingMessage } from '../use-passing-message.ts'
import type { User } from '../user.ts'
import { countryOptions } from './countries.ts'

const texts = settingsTexts.profile

export function ProfileForm({ user }: { user: User }) {
  const image = usePickedImage()
  const [isRemoved, setIsRemoved] = useState(false)
  const [imageError, setImageError] = useState<string | null>(null)
  const form = useCallForm(updateUser, {
    initial: { displayName: user.displayName, username: user.username, country: user.country ?? '' },
    check: (values) => onceBesideButton(fieldErrors(profileChanges, values)),
    input: (values) => ({
      ...values,
      ...(image.picked && { profileImageCrop: cropAsText(image.picked.crop) }),
      ...(isRemoved && { removeProfileImage: true }),
    }),
    files: image.picked ? { profileImage: image.picked.file } : undefined,
    refreshes: [getLoggedInUser],
    onDone() {
      image.pick(null)
      setIsRemoved(false)
    },
  })
  const failure = usePassingMessage(form.problem)
  const success = usePassingMessage(form.isSaved ? accountMessages.profileUpdated : null)

  return (
    <form {...form.props} className="space-y-5">
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
      <TextField {...form.field('displayName')} label={texts.displayName} autoComplete="name" />
      <TextField
        {...form.field('username')}
        label={texts.username}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
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
        {...form.field('country')}
        label={texts.country}
        hint={settingsTexts.optional}
        placeholder={texts.chooseCountry}
        autoComplete="country"
        options={countryOptions(user.country)}
      />
      {/* Beside the button: on a phone the top of the form is out of sight when it's pressed. */}
      <FormError>{failure}</FormError>
      <FormSuccess>{success}</FormSuccess>
      <Button type="submit" variant="primary" isLoading={form.isSaving}>
        {texts.save}
      </Button>
    </form>
  )
}

/** That something is missing is said once, beside the button; the fields it is about are marked. */
function onceBesideButton(errors: FieldErrors): FieldErrors {
  const missing = accountMessages.allFieldsRequired
  if (!Object.values(errors).includes(missing)) return errors
  const marked = Object.entries(errors).map(([field, text]) => [field, text === missing ? '' : text])
  return { ...Object.fromEntries(marked), form: missing }
}
