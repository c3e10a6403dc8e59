import { type SubmitEvent, useState } from 'react'
import * as z from 'zod/mini'

import { creatorMessages as messages } from '#contract/creators/messages.ts'
import {
  creatorDetails,
  getCreators,
  getPageAbout,
  getUsersCreatorPage,
  updateCreator,
} from '#contract/creators/calls.ts'
import {
  BANNER_SUBTITLE_MAX_LENGTH,
  BANNER_TITLE_MAX_LENGTH,
  creatorChanges,
  HEADLINE_MAX_LENGTH,
  PAGE_NAME_MAX_LENGTH,
  TOPICS_TEXT_MAX_LENGTH,
} from '#contract/creators/rules.ts'
import { cropAsText } from '#contract/media/crop.ts'
import { BANNER_IMAGE_SIZE, PROFILE_IMAGE_SIZE } from '#contract/media/picture-sizes.ts'
import { getPostsByPageHandle } from '#contract/posts/calls.ts'
import { CallError } from '#web/api/call.ts'
import { useMutation } from '#web/api/queries.ts'
import { fieldErrors } from '#web/features/form/field-errors.ts'
import { useFormErrors } from '#web/features/form/use-form-errors.ts'
import { ImagePicker } from '#web/features/image-picker/image-picker.tsx'
import type { PickedPicture } from '#web/features/image-picker/picked-picture.ts'
import { usePickedImage } from '#web/features/image-picker/use-picked-image.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { FormError } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { SpinnerRing } from '#web/ui/spinner.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'

import { AboutFields } from './about-fields.tsx'
import { CreatorBanner } from './creator-banner.tsx'
import type { Creator } from './creator.ts'
import { editTexts } from './edit-messages.ts'
import type { PageAbout } from './page-about.ts'

const rules = z.object(creatorChanges)

type TextName = 'bannerTitle' | 'bannerSubTitle' | 'pageName' | 'headline' | 'topics' | 'about' | 'links'
type ImageName = 'profileImage' | 'bannerImage'

export type EditFormProps = {
  creator: Creator
  about: PageAbout
  onSaved: () => void
  /** The page's data is refetched, too. */
  onCancel: () => void
}

/** Edit mode of the page's header: the owner's texts and pictures, saved in one go. */
export function EditForm({ creator, about, onSaved, onCancel }: EditFormProps) {
  const { formRef, errors, show, note, forget } = useFormErrors()
  const [texts, setTexts] = useState<Record<TextName, string>>({
    bannerTitle: creator.bannerTitle,
    bannerSubTitle: creator.bannerSubTitle,
    pageName: creator.pageName,
    headline: creator.headline,
    topics: creator.topics.join(', '),
    about: about.about,
    links: about.links.join('\n'),
  })
  const [showsCounts, setShowsCounts] = useState(about.showsCounts ?? false)
  const banner = usePickedImage()
  const profile = usePickedImage()
  const [removed, setRemoved] = useState<Record<ImageName, boolean>>({
    bannerImage: false,
    profileImage: false,
  })
  const update = useMutation(updateCreator, {
    refreshes: [creatorDetails, getPageAbout, getUsersCreatorPage, getCreators, getPostsByPageHandle],
  })

  async function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (update.isPending) return
    const found = fieldErrors(rules, texts)
    if (Object.keys(found).length > 0) {
      const isNameMissing = found['pageName'] === messages.fillAllRequired
      if (isNameMissing) toast.error(messages.fillAllRequired)
      // The field is marked; the message is shown in the toast.
      show(isNameMissing ? { ...found, pageName: '' } : found)
      return
    }
    const files = {
      ...(banner.picked && { bannerImage: banner.picked.file }),
      ...(profile.picked && { profileImage: profile.picked.file }),
    }
    try {
      const input = {
        pageHandle: creator.pageHandle,
        ...texts,
        showsCounts,
        ...(banner.picked && { bannerImageCrop: cropAsText(banner.picked.crop) }),
        ...(profile.picked && { profileImageCrop: cropAsText(profile.picked.crop) }),
        ...(removed.bannerImage && { removeBannerImage: true }),
        ...(removed.profileImage && { removeProfileImage: true }),
      }
      await update.mutateAsync({ input, files })
      toast.success(messages.pageSaved)
      onSaved()
    } catch (error) {
      const message = error instanceof CallError ? error.message : messages.fillAllRequired
      const field = error instanceof CallError ? error.field : undefined
      show(field !== undefined && isField(field) ? { [field]: message } : { form: message })
    }
  }

  function textField(name: TextName, maxLength: number, isRequired = false) {
    return (
      <TextField
        label={editTexts.fields[name]}
        name={name}
        value={texts[name]}
        error={errors[name] ?? null}
        hint={isRequired ? undefined : editTexts.optional}
        help={
          name === 'topics'
            ? editTexts.topicsHelp
            : texts[name].length > maxLength * 0.8
              ? editTexts.length(texts[name].length, maxLength)
              : undefined
        }
        aria-required={isRequired}
        onChange={(event) => {
          setTexts({ ...texts, [name]: event.target.value })
          forget(name)
        }}
      />
    )
  }

  function pick(name: ImageName, picked: PickedPicture | null, error: string | null) {
    if (name === 'bannerImage') banner.pick(picked)
    else profile.pick(picked)
    if (error === null) forget(name)
    else note(name, error)
  }

  return (
    <form
      ref={formRef}
      noValidate
      onSubmit={(event) => void save(event)}
      aria-labelledby="edit-heading"
      className="mx-auto max-w-reading py-8"
    >
      <h1 id="edit-heading" ref={focusOnce} tabIndex={-1} className="font-display text-2xl">
        {editTexts.title}
      </h1>
      <div className="mt-6 flex flex-col gap-6">
        <FormError>{errors['form']}</FormError>
        <ImagePicker
          label={editTexts.bannerImage.label}
          advice={editTexts.bannerImage.advice}
          picked={banner.picked}
          shape={BANNER_IMAGE_SIZE}
          tint={creator.pageHandle}
          isRemovable={creator.bannerImage !== null}
          isRemoved={removed.bannerImage}
          onRemove={(isRemoved) => setRemoved({ ...removed, bannerImage: isRemoved })}
          error={errors['bannerImage'] ?? null}
          onPick={(picked, error) => pick('bannerImage', picked, error)}
          preview={
            <div className="w-full overflow-hidden px-4 sm:px-0">
              <CreatorBanner
                handle={creator.pageHandle}
                title={texts.bannerTitle}
                subtitle={texts.bannerSubTitle}
                image={banner.picked?.url ?? (removed.bannerImage ? null : creator.bannerImage)}
              />
            </div>
          }
        />
        {textField('bannerTitle', BANNER_TITLE_MAX_LENGTH)}
        {textField('bannerSubTitle', BANNER_SUBTITLE_MAX_LENGTH)}
        <ImagePicker
          label={editTexts.profileImage.label}
          advice={editTexts.profileImage.advice}
          picked={profile.picked}
          shape={PROFILE_IMAGE_SIZE}
          isRound
          tint={creator.pageHandle}
          isRemovable={creator.profileImage !== null}
          isRemoved={removed.profileImage}
          onRemove={(isRemoved) => setRemoved({ ...removed, profileImage: isRemoved })}
          error={errors['profileImage'] ?? null}
          onPick={(picked, error) => pick('profileImage', picked, error)}
          preview={
            <Avatar
              name={texts.pageName}
              handle={creator.pageHandle}
              src={profile.picked?.url ?? (removed.profileImage ? null : creator.profileImage)}
              size={96}
            />
          }
        />
        {textField('pageName', PAGE_NAME_MAX_LENGTH, true)}
        {textField('headline', HEADLINE_MAX_LENGTH)}
        {textField('topics', TOPICS_TEXT_MAX_LENGTH)}
        <AboutFields
          texts={texts}
          errors={errors}
          showsCounts={showsCounts}
          onType={(name, typed) => {
            setTexts({ ...texts, [name]: typed })
            forget(name)
          }}
          onShowCounts={setShowsCounts}
        />
      </div>
      <div className="mt-8 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button onClick={onCancel} disabled={update.isPending}>
          {editTexts.cancel}
        </Button>
        <Button
          type="submit"
          variant="primary"
          className="sm:min-w-40"
          aria-busy={update.isPending}
          icon={update.isPending ? <SpinnerRing size={18} /> : undefined}
        >
          {update.isPending ? editTexts.saving : editTexts.save}
        </Button>
      </div>
    </form>
  )
}

function isField(name: string): name is TextName | ImageName {
  return [
    'bannerTitle',
    'bannerSubTitle',
    'pageName',
    'headline',
    'topics',
    'about',
    'links',
    'profileImage',
    'bannerImage',
  ].includes(name)
}

/** The button that opened the form is gone: focus moves to its heading. */
function focusOnce(heading: HTMLElement | null) {
  heading?.focus()
}
