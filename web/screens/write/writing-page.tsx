import { type DragEvent, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'

import { createDraft, saveDraft } from '#contract/posts/calls.ts'
import { call } from '#web/api/call.ts'
import { usePageTitle } from '#web/features/page-head/page-title.ts'
import type { Plan } from '#web/features/plan-cards/plan-price.ts'
import { ACCEPTED } from '#web/features/uploader/file-kinds.ts'
import { contentOf } from '#web/features/writer/blocks/doc-blocks.ts'
import type { Writer } from '#web/features/writer/create-writer.ts'
import { PostWriter } from '#web/features/writer/post-writer.tsx'
import { replaceContent } from '#web/features/writer/tools/insertions.ts'
import { navigate } from '#web/routing/navigate.ts'
import { Banner } from '#web/ui/banner.tsx'
import { toast } from '#web/ui/toast.tsx'

import { ConflictDialog } from './draft/conflict-dialog.tsx'
import { type Draft, type DraftFields, inputOf } from './draft/draft-fields.ts'
import { DraftFiles, type FilesStanding } from './draft/draft-files.tsx'
import { useArrivals } from './draft/use-arrivals.ts'
import { useDraftFields } from './draft/use-draft-fields.ts'
import { CoverField } from './media/cover-field.tsx'
import { EmbedField } from './media/embed-field.tsx'
import { FilePicker } from './media/file-picker.tsx'
import type { MediaItem } from './media/media-items.ts'
import { MediaList } from './media/media-list.tsx'
import { PictureBlock } from './media/picture-block.tsx'
import { useMediaItems } from './media/use-media-items.ts'
import { useTextPictures } from './media/use-text-pictures.ts'
import { writeTexts as texts } from './messages.ts'
import { isForEveryone } from './publish/onlookers.ts'
import type { Creator } from './publish/own-page.ts'
import { Preview } from './publish/preview.tsx'
import { PublishPanel } from './publish/publish-panel.tsx'
import { usePublishing } from './publish/use-publishing.ts'
import { picturesIn, withoutOwnParts } from './text-facts.ts'
import { TextLength } from './text-length.tsx'
import { TitleField } from './title-field.tsx'
import { TopBar } from './top-bar.tsx'

export type WritingPageProps = {
  draft: Draft
  creator: Creator
  plans: readonly Plan[]
}

const NO_FILES: FilesStanding = { problem: null, isSending: false, listed: [] }

/** A draft being written: title, cover, text, media, and the way out. */
export function WritingPage({ draft, creator, plans }: WritingPageProps) {
  const written = useDraftFields(draft)
  const { fields, status, saver, change } = written
  const [keysInText, setKeysInText] = useState<readonly string[]>(() => picturesIn(fields.content))
  const media = useMediaItems(draft.media, { keysInText })
  const cover = useMediaItems(draft.cover === null ? [] : [draft.cover], { isSingle: true })
  const [filesStanding, setFilesStanding] = useState<FilesStanding>(NO_FILES)
  const [startFiles, setStartFiles] = useState({ files: draft.files, version: 0 })
  const publishing = usePublishing({
    draft,
    fields,
    saver,
    pageHandle: creator.pageHandle,
    isSending: media.isSending || cover.isSending,
    filesProblem: filesStanding.problem,
  })
  const [textVersion, setTextVersion] = useState(0)
  const [hasEmbed, setHasEmbed] = useState(fields.videoLink !== '')
  const [open, setOpen] = useState<'preview' | 'publishing' | null>(null)
  const writerRef = useRef<Writer | null>(null)
  const picturesRef = useRef<HTMLInputElement>(null)
  const playersRef = useRef<HTMLInputElement>(null)
  const textPicturesRef = useRef<HTMLInputElement>(null)
  const [isEmpty] = useState(fields.title === '' && fields.content.blocks.length === 0)
  usePageTitle(texts.heading(fields.title.trim() || texts.untitled))
  const inText = useTextPictures({ media, writerRef, inputRef: textPicturesRef })
  const isBehind = [
    // The text names what has arrived.
    useArrivals(
      media,
      (mediaIds) => {
        const { current: writer } = writerRef
        change(writer === null ? { mediaIds } : { mediaIds, content: contentOf(writer, inText.mediaIdOf) })
      },
      fields.mediaIds,
    ),
    useArrivals(
      cover,
      ([coverId = null]) => change({ coverId }),
      fields.coverId === null ? [] : [fields.coverId],
    ),
  ].includes(true)
  const isSending = media.isSending || cover.isSending || filesStanding.isSending
  const shownState =
    status.state !== 'saved' ? status.state : isSending ? 'uploading' : isBehind ? 'unsaved' : 'saved'

  const pickForText = inText.pick
  const pickFiles = useCallback(
    (kind: 'image' | 'player') => {
      if (kind === 'image') pickForText()
      else playersRef.current?.click()
    },
    [pickForText],
  )
  const adopt = useEffectEvent(() => {
    const known = new Set(draft.media.map(({ _id }) => _id))
    const unknown = keysInText.filter((key) => !known.has(key))
    if (unknown.length > 0) void media.adopt(unknown)
  })
  useEffect(() => adopt(), [])

  function coverWith(item: MediaItem) {
    cover.take(item)
    toast.success(texts.media.isCover)
  }
  const addEmbed = useCallback(() => {
    setHasEmbed(true)
    setTimeout(() => document.querySelector<HTMLInputElement>('[data-embed-field]')?.focus())
  }, [])

  function takeTheirs() {
    const { theirs } = status
    const now = written.takeTheirs()
    if (writerRef.current) replaceContent(writerRef.current, now.content)
    // The editor still loads: it begins anew.
    else setTextVersion((version) => version + 1)
    const placed = picturesIn(now.content)
    setKeysInText(placed)
    media.replaceAll(theirs?.media ?? [], placed)
    cover.replaceAll(theirs?.cover ? [theirs.cover] : [])
    setHasEmbed(now.videoLink !== '')
    setStartFiles(({ version }) => ({ files: [...(theirs?.files ?? [])], version: version + 1 }))
  }

  function takeFiles(files: DraftFields['files'], standing: FilesStanding) {
    setFilesStanding(standing)
    if (JSON.stringify(files) !== JSON.stringify(fields.files)) change({ files })
  }

  async function keepAsNew() {
    const mine = {
      ...fields,
      content: withoutOwnParts(fields.content),
      mediaIds: [],
      files: [],
      coverId: null,
      title: texts.conflict.copyTitle(fields.title),
    }
    const copy = await call(createDraft, { clientKey: crypto.randomUUID() })
    const host = window.location.hostname
    await call(saveDraft, inputOf(mine, { id: copy._id, revision: copy.revision, host }))
    written.takeTheirs()
    navigate(`/${creator.pageHandle}/write/${copy._id}`)
  }

  const isOut = draft.state === 'published' || draft.state === 'hidden'
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- files may also be dropped beside the text; the buttons do the same
    <div
      className="min-h-dvh bg-paper"
      onDragOver={(event) => isFileDrag(event) && event.preventDefault()}
      onDrop={(event) => {
        if (event.defaultPrevented || !isFileDrag(event)) return
        event.preventDefault()
        media.add([...event.dataTransfer.files])
      }}
    >
      <PostWriter
        key={textVersion}
        pageHandle={creator.pageHandle}
        initialContent={fields.content}
        writerRef={writerRef}
        isForEveryone={isForEveryone(fields.audience)}
        mediaIdOf={inText.mediaIdOf}
        renderPictures={(block) => (
          <PictureBlock
            block={block}
            media={media}
            onAdd={() => inText.pick(block)}
            onUseAsCover={coverWith}
          />
        )}
        onChange={(content, keys) => {
          change({ content })
          if (keys && keys.join(' ') !== keysInText.join(' ')) setKeysInText(keys)
        }}
        onFiles={inText.addFiles}
        onPickFiles={pickFiles}
        onAddEmbed={addEmbed}
        onSave={() => void saver.save()}
        top={
          <TopBar
            state={shownState}
            publishLabel={isOut ? texts.update : texts.publish}
            onPreview={() => setOpen('preview')}
            onPublish={() => {
              publishing.forget()
              setOpen('publishing')
            }}
          />
        }
        head={
          <div className="space-y-5">
            <h1 className="sr-only">{texts.heading(fields.title.trim() || texts.untitled)}</h1>
            {status.state === 'refused' && status.message !== null && (
              <Banner tone="bad">{status.message}</Banner>
            )}
            {written.isRestored && status.state !== 'saved' && <Banner tone="info">{texts.restored}</Banner>}
            <CoverField cover={cover} />
            <TitleField
              value={fields.title}
              shouldFocus={isEmpty}
              onChange={(title) => change({ title })}
              onLeave={() => {
                if (writerRef.current) writerRef.current.commands.focus('start')
                else document.querySelector<HTMLElement>('[data-early-text]')?.focus()
              }}
            />
          </div>
        }
        foot={
          <>
            <TextLength content={fields.content} />
            <MediaList media={media} onAdd={() => picturesRef.current?.click()} onUseAsCover={coverWith} />
            <DraftFiles
              // What was saved elsewhere replaces all of them.
              key={startFiles.version}
              draftId={draft._id}
              initial={startFiles.files}
              saved={status.state === 'saved' ? fields.files : null}
              plans={plans}
              error={null}
              onChange={takeFiles}
            />
            {hasEmbed && (
              <EmbedField
                value={fields.videoLink}
                onChange={(videoLink) => change({ videoLink })}
                onRemove={() => {
                  setHasEmbed(false)
                  change({ videoLink: '' })
                }}
              />
            )}
            <FilePicker
              inputRef={picturesRef}
              label={texts.pick.pictures}
              accept="image/*"
              onPick={media.add}
            />
            <FilePicker
              inputRef={textPicturesRef}
              label={texts.pick.inText}
              accept="image/*"
              onPick={inText.addPicked}
            />
            <FilePicker
              inputRef={playersRef}
              label={texts.pick.players}
              accept={`${ACCEPTED.video},${ACCEPTED.audio},audio/*`}
              onPick={media.add}
            />
          </>
        }
      />
      <Preview
        isOpen={open === 'preview'}
        {...{ draft, fields, creator, plans }}
        items={media.items}
        files={filesStanding.listed}
        onClose={() => setOpen(null)}
        onLink={() => void saver.save()}
      />
      <PublishPanel
        isOpen={open === 'publishing'}
        {...{ draft, fields, plans }}
        pageName={creator.pageName}
        pageHandle={creator.pageHandle}
        undescribed={media.items.filter(({ kind, alt }) => kind === 'image' && alt.trim() === '').length}
        problem={publishing.problem}
        isPending={publishing.isPending}
        onChange={change}
        onPublish={(publishAt) => void publishing.publish(publishAt)}
        onClose={() => setOpen(null)}
      />
      <ConflictDialog
        theirs={status.theirs}
        onKeepMine={() => saver.keepMine()}
        onTakeTheirs={takeTheirs}
        onKeepAsNew={keepAsNew}
      />
    </div>
  )
}

/** Whether files from the desktop are dragged, and not words of the page. */
function isFileDrag({ dataTransfer }: DragEvent): boolean {
  return dataTransfer.types.includes('Files')
}
