import { Maximize2 } from 'lucide-react'
import { useRef, useState } from 'react'

import { creatorDetails } from '#contract/creators/calls.ts'
import { postMessages as messages } from '#contract/posts/messages.ts'
import { createPost, getPosts, getPostsByPageHandle } from '#contract/posts/calls.ts'
import { inSentences } from '#contract/sentences.ts'
import { CallError } from '#web/api/call.ts'
import { useMutation } from '#web/api/queries.ts'
import { isAudienceFine } from '#web/features/audience-editor/audience-editor.tsx'
import type { Plan } from '#web/features/plan-cards/plan-price.ts'
import { FilesField } from '#web/features/post-files/files-field.tsx'
import { filesInput, problemOfFiles } from '#web/features/post-files/sendable-files.ts'
import type { useFiles } from '#web/features/post-files/use-files.ts'
import { AttachmentField } from '#web/features/uploader/attachment-field.tsx'
import { kindOf } from '#web/features/uploader/file-kinds.ts'
import type { AttachmentInHand } from '#web/features/uploader/use-attachment.ts'
import { hasContent, isTooLong } from '#web/features/writer/blocks/blocks.ts'
import { contentOf } from '#web/features/writer/blocks/doc-blocks.ts'
import type { Writer } from '#web/features/writer/create-writer.ts'
import { EDITOR_NOTICE_MS } from '#web/features/writer/messages.ts'
import { QUICK_ACTIONS } from '#web/features/writer/tools/actions.ts'
import { replaceContent } from '#web/features/writer/tools/insertions.ts'
import { Toolbar } from '#web/features/writer/tools/toolbar.tsx'
import { useWriterTools } from '#web/features/writer/use-writer-tools.tsx'
import { WriterArea } from '#web/features/writer/writer-area.tsx'
import { navigate } from '#web/routing/navigate.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { SpinnerRing } from '#web/ui/spinner.tsx'
import { toast } from '#web/ui/toast.tsx'

import { AudienceField, audienceInput, withPlans } from './audience-field.tsx'
import { postEditorTexts as texts } from './messages.ts'
import { attachedInput, describeAttached, useSendable } from './send-attachment.ts'
import { EMPTY, useDraft } from './use-draft.ts'
import { useFullPage } from './use-full-page.ts'

export type ComposerProps = {
  isOpen: boolean
  pageHandle: string
  plans: readonly Plan[]
  attachment: AttachmentInHand
  postFiles: ReturnType<typeof useFiles>
  onClose: () => void
  onPublished: () => void
}

/** One post being written: its audience, its content, and the way out. */
export function Composer({
  isOpen,
  pageHandle,
  plans,
  attachment,
  postFiles,
  onClose,
  onPublished,
}: ComposerProps) {
  const writerRef = useRef<Writer | null>(null)
  const written = useDraft(pageHandle)
  const creation = useMutation(createPost, { refreshes: [creatorDetails, getPostsByPageHandle, getPosts] })
  const { draft } = written
  const formRef = useRef<HTMLFormElement>(null)
  const fullPage = useFullPage()
  const tools = useWriterTools({ writerRef, pageHandle, actions: QUICK_ACTIONS })
  const [filesProblem, setFilesProblem] = useState<string | null>(null)
  const sending = useSendable(attachment, formRef, () => void publish())
  const isUploading = creation.isPending || sending.isAwaited
  // A picture, a video or a file to download speaks for itself.
  const hasFile = attachment.attached !== null || postFiles.files.length > 0
  const canPublish = hasFile || hasContent(draft.content)
  // If the plan is gone when a draft is restored, it must not be sent, nor silently become "free".
  const audience = withPlans(draft.audience, plans)
  const isPlanGone = !audience && draft.planId !== '' && !plans.some((plan) => plan._id === draft.planId)
  const [now] = useState(() => new Date())
  const canSend = canPublish && !isPlanGone && (!audience || isAudienceFine(audience, now))

  /** With the last key, even if React hasn't rendered since. */
  function readContent() {
    return writerRef.current ? contentOf(writerRef.current, noPicture) : draft.content
  }

  async function publish() {
    if (creation.isPending || !canSend) return
    if (!sending.isSendable()) return
    const trouble = problemOfFiles(
      postFiles.files,
      plans.map(({ _id }) => _id),
    )
    setFilesProblem(trouble)
    if (trouble !== null) return
    const content = readContent()
    if (isTooLong(content)) return fail(messages.contentTooLong)
    try {
      await describeAttached(attachment)
      await creation.mutateAsync({
        input: {
          content,
          ...audienceInput({ planId: draft.planId, audience }),
          files: filesInput(postFiles.files),
          ...attachedInput(attachment),
        },
      })
      written.forget()
      attachment.release()
      postFiles.inHand.release()
      toast.success(messages.created)
      onClose()
      onPublished()
    } catch (error) {
      fail(error instanceof CallError ? error.message : null)
    }
  }

  function fail(reason: string | null) {
    const description = inSentences(reason ?? '', texts.draftKept)
    toast.error(messages.createFailed, { description, durationMs: EDITOR_NOTICE_MS })
  }

  async function writeFullPage() {
    // A plan that is gone stays named: the full page asks for another before anything is published.
    const draftId = await fullPage.open({ ...draft, content: readContent(), attachment })
    if (draftId === null) return fail(texts.fullPageFailed)
    written.forget()
    // A file still on its way stays in the dialog.
    if (attachment.stage === null || attachment.stage === 'usable') attachment.release()
    onClose()
    navigate(`/${pageHandle}/write/${draftId}`)
  }

  function leave() {
    sending.stopAwaiting()
    onClose()
  }

  /** Pasted into the text, or dropped on it: a post has one of them. */
  function takeFile([file]: File[]) {
    const kind = file ? kindOf(file) : null
    if (!file || kind === null) return toast.error(texts.attachment.notMedia)
    if (attachment.attached !== null) return toast.error(texts.attachment.oneOnly)
    attachment.attachFile(kind, file)
  }

  return (
    <>
      <Dialog
        isOpen={isOpen}
        onClose={leave}
        canDismiss={!creation.isPending}
        size="large"
        title={texts.title}
        footer={
          // In one row on phones, too.
          <div className="flex w-full items-center gap-2 sm:gap-3">
            <Button
              variant="quiet"
              className="-ms-3 me-auto max-sm:px-3"
              icon={<Maximize2 />}
              isLoading={fullPage.isPending}
              onClick={() => void writeFullPage()}
            >
              <span className="max-sm:sr-only">{texts.fullPage}</span>
            </Button>
            <Button className="max-sm:px-3" onClick={leave} disabled={creation.isPending}>
              {texts.cancel}
            </Button>
            <Button
              variant="primary"
              className="max-sm:px-3 sm:min-w-40"
              disabled={!canSend}
              aria-busy={isUploading}
              icon={isUploading ? <SpinnerRing size={18} /> : undefined}
              onClick={() => void publish()}
            >
              {isUploading ? messages.uploading : messages.publish}
            </Button>
          </div>
        }
      >
        {/* A form, so a stray press outside doesn't close the dialog; only the button publishes. */}
        <form ref={formRef} className="flex flex-col gap-5" onSubmit={(event) => event.preventDefault()}>
          <AudienceField
            choice={{ planId: draft.planId, audience }}
            plans={plans}
            isPlanGone={isPlanGone}
            now={now}
            onChange={(choice) => written.change(choice)}
          />
          <div className="overflow-hidden rounded-control border border-line-strong focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-brand">
            <div className="border-b border-line px-1">
              <Toolbar writer={tools.writer} around={tools.around} actions={QUICK_ACTIONS} />
            </div>
            {/* The specification's 300 px, scrolling beyond, and its width of 650 px. */}
            <div className="h-75 overflow-y-auto overscroll-contain px-3.5 py-3 [--writer-foot:0px] [--writer-height:274px]">
              <WriterArea
                {...tools.area}
                isFirst
                initialContent={written.restored?.content ?? EMPTY}
                mediaIdOf={noPicture}
                className="min-h-full max-w-[650px]"
                onChange={(content) => written.change({ content })}
                onFiles={takeFile}
              />
            </div>
          </div>
          {tools.menu}
          <AttachmentField attachment={attachment} error={sending.error} />
          <FilesField {...postFiles} plans={plans} error={filesProblem} />
          <DraftLine written={written} hasFile={hasFile} writer={tools.writer} />
        </form>
      </Dialog>
      {tools.dialogs}
    </>
  )
}

/** The one picture of a quick post is none of its text. */
function noPicture(): null {
  return null
}

function DraftLine({
  written,
  hasFile,
  writer,
}: {
  written: ReturnType<typeof useDraft>
  hasFile: boolean
  writer: Writer | null
}) {
  const canDiscard = hasContent(written.draft.content)
  return (
    <div className="flex min-h-9 flex-wrap items-center justify-between gap-3">
      <output className="text-sm text-ink-faint">{draftText(written, { canDiscard, hasFile })}</output>
      {writer === null ? null : canDiscard ? (
        <Button
          size="small"
          variant="quiet"
          onClick={() => {
            written.discard()
            replaceContent(writer, EMPTY)
          }}
        >
          {texts.draft.discard}
        </Button>
      ) : (
        written.discarded && (
          <Button
            size="small"
            onClick={() => {
              replaceContent(writer, written.undoDiscard() ?? EMPTY)
            }}
          >
            {texts.draft.undo}
          </Button>
        )
      )}
    </div>
  )
}

function draftText(
  { isKept, restored, discarded }: ReturnType<typeof useDraft>,
  { canDiscard, hasFile }: { canDiscard: boolean; hasFile: boolean },
): string {
  if (!canDiscard) return discarded ? texts.draft.discarded : hasFile ? '' : texts.draft.empty
  if (!isKept) return texts.draft.notKept
  return restored ? texts.draft.restored : texts.draft.kept
}
