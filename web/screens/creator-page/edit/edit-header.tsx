import { type RefObject, type SubmitEvent, useEffect, useRef, useState } from 'react'
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
import { ImagePicker } from '#web/features/image-picker/image-picker.tsx'
import { usePickedImage } from '#web/features/image-picker/use-picked-image.ts'
import { navigate } from '#web/routing/navigate.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { FormError } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { focusFirstInvalid } from '#web/ui/focus-first-invalid.ts'
import { SpinnerRing } from '#web/ui/spinner.tsx'
import { TextInPlace } from '#web/ui/text-in-place.tsx'
import { toast } from '#web/ui/toast.tsx'

import type { Creator } from '../creator.ts'
import { CreatorBanner } from '../header/creator-banner.tsx'
import { HeaderLayout, PICTURE_PLACE } from '../header/header-layout.tsx'
import { type PageTab, tabPath } from '../page-tab.ts'
import { editTexts } from './messages.ts'
import { type EditedText, type PageDraft, typed } from './page-draft.ts'

const FORM_ID = 'edit-page'
const PICTURE_ID = 'edit-picture'

const rules = z.object(creatorChanges)

type ImageName = 'profileImage' | 'bannerImage'

/** What stands in another part of the page. */
const ABOUT_FIELDS = ['about', 'links']
const FIELDS: ReadonlySet<string> = new Set([
  'bannerTitle',
  'bannerSubTitle',
  'pageName',
  'headline',
  'topics',
  'profileImage',
  'bannerImage',
  ...ABOUT_FIELDS,
])

export type EditHeaderProps = {
  creator: Creator
  tab: PageTab
  draft: PageDraft
  onDraft: (draft: PageDraft) => void
  onSaved: () => void
  /** The page's data is refetched, too. */
  onCancel: () => void
}

/** Edit mode: the page's header, with its texts and pictures changed where they stand, and saved in one go. */
export function EditHeader({ creator, tab, draft, onDraft, onSaved, onCancel }: EditHeaderProps) {
  const formRef = useRef<HTMLFormElement>(null)
  const [removed, setRemoved] = useState<Record<ImageName, boolean>>({
    bannerImage: false,
    profileImage: false,
  })
  const pictures = { bannerImage: usePickedImage(), profileImage: usePickedImage() }
  const update = useMutation(updateCreator, {
    refreshes: [creatorDetails, getPageAbout, getUsersCreatorPage, getCreators, getPostsByPageHandle],
  })
  const focusError = useErrorFocus(formRef, draft.errors, tab === 'about')
  const headingRef = useFirstFocus(formRef, draft.begin)
  const texts: PageDraft['texts'] & { pageName: string } = {
    bannerTitle: creator.bannerTitle,
    bannerSubTitle: creator.bannerSubTitle,
    pageName: creator.pageName,
    headline: creator.headline,
    topics: creator.topics.join(', '),
    ...draft.texts,
  }
  const { errors } = draft

  function show(found: Record<string, string>) {
    onDraft({ ...draft, errors: found })
    const names = Object.keys(found)
    if (tab !== 'about' && names.every((name) => ABOUT_FIELDS.includes(name)))
      navigate(tabPath(creator.pageHandle, 'about'))
    focusError()
  }

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
    const { bannerImage, profileImage } = pictures
    const files = {
      ...(bannerImage.picked && { bannerImage: bannerImage.picked.file }),
      ...(profileImage.picked && { profileImage: profileImage.picked.file }),
    }
    try {
      const input = {
        pageHandle: creator.pageHandle,
        ...texts,
        ...(draft.showsCounts !== undefined && { showsCounts: draft.showsCounts }),
        ...(bannerImage.picked && { bannerImageCrop: cropAsText(bannerImage.picked.crop) }),
        ...(profileImage.picked && { profileImageCrop: cropAsText(profileImage.picked.crop) }),
        ...(removed.bannerImage && { removeBannerImage: true }),
        ...(removed.profileImage && { removeProfileImage: true }),
      }
      await update.mutateAsync({ input, files })
      toast.success(messages.pageSaved)
      onSaved()
    } catch (error) {
      const message = error instanceof CallError ? error.message : messages.fillAllRequired
      const field = error instanceof CallError ? error.field : undefined
      show({ [field !== undefined && FIELDS.has(field) ? field : 'form']: message })
    }
  }

  function text(name: EditedText, maxLength: number) {
    const { length } = texts[name] ?? ''
    return {
      label: editTexts.fields[name],
      name,
      value: texts[name] ?? '',
      help: length > maxLength * 0.8 ? editTexts.length(length, maxLength) : editTexts.help[name],
      error: errors[name],
      onType: (written: string) => onDraft(typed(draft, name, written)),
    }
  }

  function picture(name: ImageName) {
    const { picked, pick } = pictures[name]
    return {
      label: editTexts[name],
      picked,
      tint: creator.pageHandle,
      isRemovable: creator[name] !== null,
      isRemoved: removed[name],
      onRemove: (isRemoved: boolean) => setRemoved({ ...removed, [name]: isRemoved }),
      error: null,
      onPick: (chosen: typeof picked, error: string | null) => {
        pick(chosen)
        const { [name]: _old, ...others } = errors
        onDraft({ ...draft, errors: error === null ? others : { ...others, [name]: error } })
      },
    }
  }

  function shown(name: ImageName): string | null {
    return pictures[name].picked?.url ?? (removed[name] ? null : creator[name])
  }

  return (
    <>
      {/* In sight along the whole page, at the foot of the window: notices appear at its top. */}
      <div
        data-foot
        className="fixed inset-x-0 bottom-(--bottom-bar) z-10 border-t border-line bg-paper px-4 sm:px-6 lg:start-52"
      >
        <div className="mx-auto flex min-h-16 max-w-app items-center justify-between gap-3 sm:px-6">
          <h1
            ref={headingRef}
            tabIndex={-1}
            className="min-w-0 font-display text-lg max-sm:sr-only sm:text-xl"
          >
            {editTexts.title}
          </h1>
          <div className="flex gap-2 max-sm:flex-1 max-sm:*:flex-1">
            <Button onClick={onCancel} disabled={update.isPending}>
              {editTexts.cancel}
            </Button>
            <Button
              type="submit"
              form={FORM_ID}
              variant="primary"
              className="sm:min-w-40"
              aria-busy={update.isPending}
              icon={update.isPending ? <SpinnerRing size={18} /> : undefined}
            >
              {update.isPending ? editTexts.saving : editTexts.save}
            </Button>
          </div>
        </div>
      </div>
      <form
        id={FORM_ID}
        ref={formRef}
        noValidate
        aria-label={editTexts.title}
        onSubmit={(event) => void save(event)}
      >
        {['form', 'bannerImage', 'profileImage'].map((name) => (
          <FormError key={name}>{errors[name]}</FormError>
        ))}
        <HeaderLayout
          banner={
            <ImagePicker
              {...picture('bannerImage')}
              shape={BANNER_IMAGE_SIZE}
              className="relative"
              preview={
                <CreatorBanner handle={creator.pageHandle} image={shown('bannerImage')}>
                  <TextInPlace
                    {...text('bannerTitle', BANNER_TITLE_MAX_LENGTH)}
                    placeholder={editTexts.fields.bannerTitle}
                    className={`font-display text-base leading-tight sm:text-2xl ${ON_BANNER}`}
                  />
                  <TextInPlace
                    {...text('bannerSubTitle', BANNER_SUBTITLE_MAX_LENGTH)}
                    placeholder={editTexts.fields.bannerSubTitle}
                    className={`mt-1 text-xs sm:text-base ${ON_BANNER}`}
                  />
                </CreatorBanner>
              }
            />
          }
          picture={
            <div id={PICTURE_ID} className={PICTURE_PLACE}>
              <ImagePicker
                {...picture('profileImage')}
                shape={PROFILE_IMAGE_SIZE}
                isRound
                preview={
                  <Avatar
                    name={texts.pageName}
                    handle={creator.pageHandle}
                    src={shown('profileImage')}
                    size={128}
                    hasRing
                    className="max-sm:size-24 max-sm:text-3xl"
                  />
                }
              />
            </div>
          }
        >
          <div className="space-y-2">
            <TextInPlace
              {...text('pageName', PAGE_NAME_MAX_LENGTH)}
              isRequired
              placeholder={editTexts.fields.pageName}
              className={`font-display text-2xl leading-tight sm:text-3xl ${ON_PAPER}`}
            />
            <TextInPlace
              {...text('headline', HEADLINE_MAX_LENGTH)}
              placeholder={editTexts.headlineMissing}
              className={`max-w-reading text-base text-ink-soft sm:text-lg ${ON_PAPER}`}
            />
            <TextInPlace
              {...text('topics', TOPICS_TEXT_MAX_LENGTH)}
              placeholder={editTexts.topicsMissing}
              className={`max-w-reading text-sm ${ON_PAPER}`}
            />
          </div>
        </HeaderLayout>
      </form>
    </>
  )
}

const ON_PAPER = 'border-line-strong hover:border-ink-faint'
const ON_BANNER = 'border-current/60 placeholder:text-current hover:border-current'

/** The button that opened edit mode is gone: focus moves to what is changed first, or to the heading. */
function useFirstFocus(formRef: RefObject<HTMLElement | null>, begin: PageDraft['begin']) {
  const headingRef = useRef<HTMLHeadingElement>(null)
  const first = useRef(begin)
  useEffect(() => {
    const found =
      first.current === null
        ? headingRef.current
        : formRef.current?.querySelector<HTMLElement>(
            first.current === 'picture' ? `#${PICTURE_ID} button` : '[name="headline"]',
          )
    found?.focus()
  }, [formRef])
  return headingRef
}

/** Moves the focus to the first field that can't be saved so, once the part of the page is shown that has it. */
function useErrorFocus(
  formRef: RefObject<HTMLElement | null>,
  errors: PageDraft['errors'],
  isAboutShown: boolean,
): () => void {
  const isDue = useRef(false)
  useEffect(() => {
    const isShown = isAboutShown || Object.keys(errors).some((name) => !ABOUT_FIELDS.includes(name))
    // The fields of the other part aren't in the form, but beside it.
    const page = formRef.current?.parentElement ?? null
    if (!isDue.current || !isShown || !page?.querySelector('[aria-invalid="true"]')) return
    isDue.current = false
    focusFirstInvalid(page)
  }, [formRef, errors, isAboutShown])
  return () => {
    isDue.current = true
  }
}
